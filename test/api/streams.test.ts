// The event stream of a tournament, for programs without a socket (wire 3.4).
import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '#events/view/frames.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let tournament: number
const open = new Set<AbortController>()
beforeAll(async () => {
  fixture = await startTwoScenes()
  ;({ tournament } = await newSampleTournament(fixture))
})
afterAll(async () => {
  for (const one of open) one.abort()
  await fixture?.app.stop()
})

type StreamEvent = { id: number; event: string; data: Change }

async function listen(query = '', headers: Record<string, string> = {}, of = tournament) {
  const ending = new AbortController()
  const url = `${fixture.app.url}/api/tournament/${of}/events${query}`
  const response = await fetch(url, { headers, signal: ending.signal })
  open.add(ending)
  const events: StreamEvent[] = []
  let outcome: 'ended' | 'cut off' | null = null
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      const whole = text.split('\n\n')
      text = whole.pop()!
      for (const one of whole) {
        const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(one) ?? []
        if (data) events.push({ id: Number(id), event: event!, data: JSON.parse(data) as Change })
      }
    }
  }
  void read().then(
    () => (outcome = 'ended'),
    () => (outcome = 'cut off'),
  )
  return { response, events, outcome: () => outcome, end: () => ending.abort() }
}

const addTeam = (name: string) =>
  expectOk(fixture.call('key', 'POST', '/api/tournament/team/', { body: { tournament, name } }))
const ids = (events: StreamEvent[]) => events.map(({ id }) => id)

test('P5: a stream starts from the first version, continues live, and resumes after a reconnect', async () => {
  const first = await listen('?from=0')
  expect(first.response.headers.get('content-type')).toContain('text/event-stream')
  const { version } = await fixture.app.store.db
    .selectFrom('view.tournamentVersion')
    .select('version')
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  await expect.poll(() => ids(first.events)).toEqual(upTo(version))
  expect(new Set(first.events.map(({ event }) => event))).toEqual(new Set(['change']))

  const live = await listen()
  await addTeam('Moths')
  await expect.poll(() => ids(first.events)).toEqual(upTo(version + 1))
  expect(first.events.at(-1)!.data).toMatchObject({ tournament, version: version + 1 })
  expect(JSON.stringify(first.events.at(-1)!.data.rows.team)).toContain('Moths')
  await expect.poll(() => ids(live.events)).toEqual([version + 1])

  first.end()
  await addTeam('Gnats')
  const again = await listen('?from=0', { 'last-event-id': `${version + 1}` })
  await expect.poll(() => ids(again.events)).toEqual([version + 2])
  for (const one of [live, again]) one.end()
})

test('an unknown tournament has no stream', async () => {
  const { response } = await listen('', {}, 999_999)
  expect(withoutMessages([response.status, await (await fetch(response.url)).json()])).toEqual([
    404,
    { detail: 'Not found' },
  ])
})

test('P15: the number of streams from one address is limited, and closing one allows another', async () => {
  const answers = await Promise.all(Array.from({ length: 52 }, () => listen()))
  const refused = answers.filter(({ response }) => response.status === 429)
  expect(refused).toHaveLength(2)
  answers.find(({ response }) => response.status === 200)!.end()
  await expect
    .poll(async () => {
      const { response, end } = await listen()
      end()
      return response.status
    })
    .toBe(200)
  for (const { end } of answers) end()
})

test('P21: a server that shuts down ends its streams', async () => {
  const own = await listen()
  expect(own.outcome()).toBe(null)
  await fixture.app.web.close()
  await expect.poll(own.outcome).toBe('ended')
})

// What programs hear of a tournament without a socket (wire 3.4).
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Change } from '../../events/view/frames.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Hall } from '../support/two-scenes.ts'

let hall: Hall
let tournament: number
const open = new Set<AbortController>()
beforeAll(async () => {
  hall = await startHall()
  ;({ tournament } = await newEvent(hall))
})
afterAll(async () => {
  for (const one of open) one.abort()
  await hall?.rig.stop()
})

type Heard = { id: number; event: string; data: Change }

async function listen(query = '', headers: Record<string, string> = {}, of = tournament) {
  const ending = new AbortController()
  const url = `${hall.rig.url}/api/tournament/${of}/events${query}`
  const response = await fetch(url, { headers, signal: ending.signal })
  open.add(ending)
  const heard: Heard[] = []
  let over: 'ended' | 'cut off' | null = null
  const read = async () => {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes as Uint8Array, { stream: true })
      const whole = text.split('\n\n')
      text = whole.pop()!
      for (const one of whole) {
        const [, id, event, data] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(one) ?? []
        if (data) heard.push({ id: Number(id), event: event!, data: JSON.parse(data) as Change })
      }
    }
  }
  void read().then(
    () => (over = 'ended'),
    () => (over = 'cut off'),
  )
  return { response, heard, over: () => over, end: () => ending.abort() }
}

const addTeam = (name: string) =>
  ok(hall.call('key', 'POST', '/api/tournament/team/', { body: { tournament, name } }))
const ids = (heard: Heard[]) => heard.map(({ id }) => id)

test('P5: replayed from the first version, then live; who comes again goes on where it was', async () => {
  const first = await listen('?from=0')
  expect(first.response.headers.get('content-type')).toContain('text/event-stream')
  const { version } = await hall.rig.store.db
    .selectFrom('view.tournamentVersion')
    .select('version')
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)
  await expect.poll(() => ids(first.heard)).toEqual(upTo(version))
  expect(new Set(first.heard.map(({ event }) => event))).toEqual(new Set(['change']))

  const live = await listen()
  await addTeam('Moths')
  await expect.poll(() => ids(first.heard)).toEqual(upTo(version + 1))
  expect(first.heard.at(-1)!.data).toMatchObject({ tournament, version: version + 1 })
  expect(JSON.stringify(first.heard.at(-1)!.data.rows.team)).toContain('Moths')
  await expect.poll(() => ids(live.heard)).toEqual([version + 1])

  first.end()
  await addTeam('Gnats')
  const again = await listen('?from=0', { 'last-event-id': `${version + 1}` })
  await expect.poll(() => ids(again.heard)).toEqual([version + 2])
  for (const one of [live, again]) one.end()
})

test('a tournament that is not there has no stream', async () => {
  const { response } = await listen('', {}, 999_999)
  expect([response.status, await (await fetch(response.url)).json()]).toEqual([
    404,
    { detail: 'Not found' },
  ])
})

test('P15: so many streams from one address, and one more when one is closed', async () => {
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

test('P21: a server that stops ends its streams', async () => {
  const own = await listen()
  expect(own.over()).toBe(null)
  await hall.rig.web.close()
  await expect.poll(own.over).toBe('ended')
})

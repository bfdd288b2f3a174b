// Discord and Slack on real servers: what is said where, whatever the chat does.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPreview } from '../../services/preview/index.ts'
import { newEvent, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Event, Hall } from '../support/two-scenes.ts'
import { startChatService } from './chat-service.ts'

let hall: Hall
let chat: Awaited<ReturnType<typeof startChatService>>
let event: Event
let at: string
let count = 0
const t = '/api/tournament'

beforeAll(async () => {
  chat = await startChatService()
  const mayReach = (address: string, port: number) =>
    address === '127.0.0.1' && port === chat.port()
  hall = await startHall({
    secret: 'a secret for tests',
    notifyTimes: { firstPauseMs: 50, timeoutMs: 5_000, leaseMs: 10_000 },
    outside: { mayReach },
    preview: openPreview({ mayReach }),
  })
  at = `${t}/scene/${hall.scene}/chat-hook/`
})
afterAll(async () => {
  await hall?.rig.stop()
  await chat?.close()
})
beforeEach(async () => {
  for (const { id } of await read(at)) await ok(hall.call('admin', 'DELETE', `${at}${id}/`))
  event = await newEvent(hall)
})

const read = async (path: string): Promise<Body[]> =>
  (await ok(hall.call('admin', 'GET', path))).body.results
const send = async (method: string, url: string, body: unknown = {}) =>
  (await ok(hall.call('key', method, url, { body }))).body
const announce = (text: string) =>
  send('PUT', `${t}/tournament/${event.tournament}/announce/`, { text, minutes: 1 })

/** A hook with a place of its own at the stand-in. */
async function hook(kind: 'discord' | 'slack', kinds: string[]) {
  const name = `${kind}-${++count}`
  const body = { chat: kind, name, url: chat.hook(name), kinds }
  const { id } = (await ok(hall.call('admin', 'POST', at, { body }))).body
  return { id: id as number, name, said: () => chat.texts(name) }
}
const deliveries = async (id: number) =>
  (await read(`${at}${id}/delivery/`)).map(({ type, state, reason }) => [type, state, reason])

test('each hook says what was chosen for it; in a chat nobody is mentioned and nothing is a link', async () => {
  const discord = await hook('discord', ['called', 'result'])
  const slack = await hook('slack', ['announcement'])
  await send('PUT', `${t}/match/${event.match}/start/`, { cabinet: hall.cabinet })
  await expect.poll(() => discord.said().length).toBe(1)
  await announce('@everyone <!channel> & [here](http://evil.example)')
  await send('PATCH', `${t}/match/${event.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${t}/match/${event.match}/complete/`)
  await expect.poll(() => discord.said().length).toBe(2)
  expect(discord.said()[0]).toMatch(/^Friday\\?: M1 . v . is called to North\.$/)
  expect(discord.said()[1]).toMatch(/^Friday\\?: Result entered\. M1 . v .\\?: 2–1, . won\.$/)
  await expect
    .poll(slack.said)
    .toEqual(['Friday: @everyone &lt;!channel&gt; &amp; [here](http://evil.example)'])
  const bodies = (name: string) =>
    chat.said.filter((one) => one.hook === name).map(({ body }) => body)
  for (const body of bodies(discord.name))
    expect(body).toMatchObject({ allowed_mentions: { parse: [] } })
  for (const body of bodies(slack.name))
    expect(body).toMatchObject({ parse: 'none', link_names: 0 })
  const change = { body: { kinds: ['announcement'], name: 'Quiet' } }
  await ok(hall.call('admin', 'PATCH', `${at}${discord.id}/`, change))
  await announce('@everyone [x](http://evil.example)')
  await expect.poll(() => discord.said().length).toBe(3)
  expect(discord.said()[2]).toContain(String.raw`\@everyone \[x\]\(http\://evil.example\)`)
})

test('busy, silent, late and lost: each line is said, in order, and only what was lost twice', async () => {
  const slack = await hook('slack', ['announcement'])
  chat.faults.push('busy', 'lost', 'delayed')
  for (const text of ['one', 'two', 'three']) await announce(text)
  const lines = ['one', 'one', 'two', 'three'].map((text) => `Friday: ${text}`)
  await expect.poll(slack.said).toEqual(lines)
  const states = async () => (await deliveries(slack.id)).map(([, state]) => state)
  await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
})

test('their limits are kept: a burst to one hook is never answered with 429', async () => {
  chat.tooFast.length = 0
  const discord = await hook('discord', ['announcement'])
  const kept = await hook('slack', ['announcement'])
  const lines = ['a', 'b', 'c', 'd']
  for (const text of lines) await announce(text)
  for (const { id } of [discord, kept]) {
    for (let n = 0; n < 3; n++) await ok(hall.call('admin', 'POST', `${at}${id}/test/`))
  }
  for (const one of [discord, kept]) await expect.poll(() => one.said().length).toBe(7)
  expect(chat.tooFast).toEqual([])
})

test('a hook that is gone is forgotten; what is refused says so; a test is among the deliveries', async () => {
  const slack = await hook('slack', ['announcement'])
  await ok(hall.call('admin', 'POST', `${at}${slack.id}/test/`))
  await expect.poll(slack.said).toEqual(['Waggle can write here.'])
  await expect.poll(() => deliveries(slack.id)).toEqual([['test', 'sent', null]])
  chat.faults.push('refused')
  await ok(hall.call('admin', 'POST', `${at}${slack.id}/test/`))
  await expect
    .poll(async () => (await deliveries(slack.id))[0])
    .toEqual(['test', 'refused', 'status 400'])
  chat.faults.push('gone')
  await announce('Lunch')
  await expect.poll(() => read(at)).toEqual([])
  const { rows } = await hall.rig.store.pool.query(
    'select address from kept.subscription where id = $1',
    [slack.id],
  )
  expect(rows).toEqual([{ address: null }])
})

test('what no longer holds is not said when the chat is back', async () => {
  const discord = await hook('discord', ['called'])
  await chat.down()
  await send('PUT', `${t}/match/${event.match}/start/`, { cabinet: hall.cabinet })
  await expect.poll(async () => (await deliveries(discord.id)).length).toBe(1)
  await send('PUT', `${t}/match/${event.match}/stop/`)
  const reason = 'it is not on that cabinet any more'
  // While it is away: what was asked about before the match was stopped may still be on its way.
  await expect.poll(() => deliveries(discord.id)).toEqual([['called', 'outdated', reason]])
  await chat.up()
  expect(discord.said()).toEqual([])
})

test('R-OG-2: an address inside is refused, and none can be read: neither here nor in the database', async () => {
  const { id } = await hook('discord', ['called'])
  for (const url of [
    'http://169.254.169.254/latest/',
    'http://127.0.0.1:1/hook',
    'http://[::1]/',
    'ftp://hooks.example/',
    'not an address',
  ]) {
    const body = { chat: 'slack', name: 'Inside', url, kinds: ['called'] }
    expect([url, (await hall.call('admin', 'POST', at, { body })).status]).toEqual([url, 400])
  }
  const [shown] = await read(at)
  expect(shown).toMatchObject({ id, chat: 'discord', host: `127.0.0.1:${chat.port()}` })
  expect(JSON.stringify(shown)).not.toContain('/discord-')
  const { rows } = await hall.rig.store.pool.query('select s::text from kept.subscription s')
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  const elsewhere = `${t}/scene/${hall.otherScene}/chat-hook/${id}/`
  expect((await hall.call('otherAdmin', 'DELETE', elsewhere)).status).toBe(404)
})

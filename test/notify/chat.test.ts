// Messages to Discord and Slack, on real servers and a stand-in for the chats that fails.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { startChatService } from './chat-service.ts'

let fixture: TwoScenes
let chat: Awaited<ReturnType<typeof startChatService>>
let sample: SampleTournament
let hooksUrl: string
let count = 0
const api = '/api/tournament'

beforeAll(async () => {
  chat = await startChatService()
  const mayReach = (address: string, port: number) =>
    address === '127.0.0.1' && port === chat.port()
  fixture = await startTwoScenes({
    secret: 'a secret for tests',
    notifyTimes: { firstPauseMs: 50, timeoutMs: 5_000, leaseMs: 10_000 },
    network: { mayReach },
    preview: openPreview({ mayReach }),
  })
  hooksUrl = `${api}/scene/${fixture.scene}/chat-hook/`
})
afterAll(async () => {
  await fixture?.app.stop()
  await chat?.close()
})
beforeEach(async () => {
  for (const { id } of await read(hooksUrl))
    await expectOk(fixture.call('admin', 'DELETE', `${hooksUrl}${id}/`))
  sample = await newSampleTournament(fixture)
})

const read = async (path: string): Promise<Body[]> =>
  (await expectOk(fixture.call('admin', 'GET', path))).body.results
const send = async (method: string, url: string, body: unknown = {}) =>
  (await expectOk(fixture.call('key', method, url, { body }))).body
const announce = (text: string) =>
  send('PUT', `${api}/tournament/${sample.tournament}/announce/`, { text, minutes: 1 })

/** Adds a hook with an address of its own at the stand-in. */
async function hook(kind: 'discord' | 'slack', kinds: string[]) {
  const name = `${kind}-${++count}`
  const body = { chat: kind, name, url: chat.hook(name), kinds }
  const { id } = (await expectOk(fixture.call('admin', 'POST', hooksUrl, { body }))).body
  return { id: id as number, name, texts: () => chat.texts(name) }
}
const deliveries = async (id: number) =>
  (await read(`${hooksUrl}${id}/delivery/`)).map(({ type, state, reason }) => [type, state, reason])

test('each hook sends the chosen kinds; messages mention nobody and contain no links', async () => {
  const discord = await hook('discord', ['called', 'result'])
  const slack = await hook('slack', ['announcement'])
  await send('PUT', `${api}/match/${sample.match}/start/`, { cabinet: fixture.cabinet })
  await expect.poll(() => discord.texts().length).toBe(1)
  await announce('@everyone <!channel> & [here](http://evil.example)')
  await send('PATCH', `${api}/match/${sample.match}/`, { blueScore: 2, goldScore: 1 })
  await send('PUT', `${api}/match/${sample.match}/complete/`)
  await expect.poll(() => discord.texts().length).toBe(2)
  expect(discord.texts()[0]).toMatch(/^Friday\\?: M1 . v . is called to North\.$/)
  expect(discord.texts()[1]).toMatch(/^Friday\\?: Result entered\. M1 . v .\\?: 2–1, . won\.$/)
  await expect
    .poll(slack.texts)
    .toEqual(['Friday: @everyone &lt;!channel&gt; &amp; [here](http://evil.example)'])
  const bodies = (name: string) =>
    chat.posts.filter((one) => one.hook === name).map(({ body }) => body)
  for (const body of bodies(discord.name))
    expect(body).toMatchObject({ allowed_mentions: { parse: [] } })
  for (const body of bodies(slack.name))
    expect(body).toMatchObject({ parse: 'none', link_names: 0 })
  const change = { body: { kinds: ['announcement'], name: 'Quiet' } }
  await expectOk(fixture.call('admin', 'PATCH', `${hooksUrl}${discord.id}/`, change))
  await announce('@everyone [x](http://evil.example)')
  await expect.poll(() => discord.texts().length).toBe(3)
  expect(discord.texts()[2]).toContain(String.raw`\@everyone \[x\]\(http\://evil.example\)`)
})

test('with busy, lost and delayed requests each message arrives in order, and only the lost one twice', async () => {
  const slack = await hook('slack', ['announcement'])
  chat.faults.push('busy', 'lost', 'delayed')
  for (const text of ['one', 'two', 'three']) await announce(text)
  const lines = ['one', 'one', 'two', 'three'].map((text) => `Friday: ${text}`)
  await expect.poll(slack.texts).toEqual(lines)
  const states = async () => (await deliveries(slack.id)).map(([, state]) => state)
  await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
})

test('a burst to one hook stays within the rate limit: no response is 429', async () => {
  chat.rateLimited.length = 0
  const discord = await hook('discord', ['announcement'])
  const slack = await hook('slack', ['announcement'])
  const lines = ['a', 'b', 'c', 'd']
  for (const text of lines) await announce(text)
  for (const { id } of [discord, slack]) {
    for (let n = 0; n < 3; n++)
      await expectOk(fixture.call('admin', 'POST', `${hooksUrl}${id}/test/`))
  }
  for (const added of [discord, slack]) await expect.poll(() => added.texts().length).toBe(7)
  expect(chat.rateLimited).toEqual([])
})

test('a hook that is gone is deleted; a refused message has a reason; a test message is a delivery', async () => {
  const slack = await hook('slack', ['announcement'])
  await expectOk(fixture.call('admin', 'POST', `${hooksUrl}${slack.id}/test/`))
  await expect.poll(slack.texts).toEqual(['Waggle can post here.'])
  await expect.poll(() => deliveries(slack.id)).toEqual([['test', 'sent', null]])
  chat.faults.push('refused')
  await expectOk(fixture.call('admin', 'POST', `${hooksUrl}${slack.id}/test/`))
  await expect
    .poll(async () => (await deliveries(slack.id))[0])
    .toEqual(['test', 'refused', 'status 400'])
  chat.faults.push('gone')
  await announce('Lunch')
  await expect.poll(() => read(hooksUrl)).toEqual([])
  const { rows } = await fixture.app.store.pool.query(
    'select address from kept.subscription where id = $1',
    [slack.id],
  )
  expect(rows).toEqual([{ address: null }])
})

test('an outdated message is not sent when the chat is back', async () => {
  const discord = await hook('discord', ['called'])
  await chat.down()
  await send('PUT', `${api}/match/${sample.match}/start/`, { cabinet: fixture.cabinet })
  await expect.poll(async () => (await deliveries(discord.id)).length).toBe(1)
  await send('PUT', `${api}/match/${sample.match}/stop/`)
  const reason = 'it is no longer on that cabinet'
  // Checked while the chat is down: a message checked before the match was stopped may still be
  // sent.
  await expect.poll(() => deliveries(discord.id)).toEqual([['called', 'outdated', reason]])
  await chat.up()
  expect(discord.texts()).toEqual([])
})

test('R-OG-2: an internal address is refused, and no address is readable in the API or the database', async () => {
  const { id } = await hook('discord', ['called'])
  for (const url of [
    'http://169.254.169.254/latest/',
    'http://127.0.0.1:1/hook',
    'http://[::1]/',
    'ftp://hooks.example/',
    'not an address',
  ]) {
    const body = { chat: 'slack', name: 'Inside', url, kinds: ['called'] }
    expect([url, (await fixture.call('admin', 'POST', hooksUrl, { body })).status]).toEqual([
      url,
      400,
    ])
  }
  const [shown] = await read(hooksUrl)
  expect(shown).toMatchObject({ id, chat: 'discord', host: `127.0.0.1:${chat.port()}` })
  expect(JSON.stringify(shown)).not.toContain('/discord-')
  const { rows } = await fixture.app.store.pool.query('select s::text from kept.subscription s')
  expect(JSON.stringify(rows)).not.toContain('127.0.0.1')
  const elsewhere = `${api}/scene/${fixture.otherScene}/chat-hook/${id}/`
  expect((await fixture.call('otherAdmin', 'DELETE', elsewhere)).status).toBe(404)
})

// Random evenings with undo. Receivers lose, delay, refuse and repeat requests; the notify service
// is killed and restarted. Each notification is sent once, or has the reason why not.
import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { matchLabel } from '#events/bracket/bracket.ts'
import type { Command } from '#events/schema/command.ts'
import { notificationKinds } from '#events/describe/notification-kinds.ts'
import { publicEventTypes } from '#events/schema/public-event.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { Request } from '#services/desk/index.ts'
import { openChannels } from '#services/notify/channels.ts'
import { subscribe, webhookSecret } from '#services/notify/index.ts'
import type { Channel } from '#services/notify/index.ts'
import { topicOf } from '#services/notify/push/index.ts'
import type { NotificationContent } from '#services/notify/notification/notification.ts'
import { openStates } from '#services/states/index.ts'
import type { FoldedStep, States } from '#services/states/index.ts'
import { openEncryption } from '#services/store/index.ts'
import { anyCommand } from '../desk/model/random-commands.ts'
import { dice } from '../support/random.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { newTournament, nextIds, requestOf, until, whenAnswered } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import { times } from '../support/long-runs.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'
import { startUnreliableReceivers } from './unreliable-receivers.ts'

type Subscription = { id: number; name: string; channel: string; options: object; after: number }
type Evening = {
  luck: ReturnType<typeof dice>
  tournament: number
  begun: number
  subscriptions: Subscription[]
}

const evenings = times(5, 50)
/** The number of concurrent evenings. The service is killed once and stopped once during them. */
const concurrentEvenings = 10
const pressesPerPhase = 7
const secret = 'a secret of this test'
const encryption = openEncryption(secret)!
const presses = new Set<Command['type']>([
  ...(['StartMatch', 'StopMatch', 'ReplaceMatch', 'SelectNext', 'SetQueue'] as const),
  ...(['AddScore', 'SetScore', 'CompleteMatch', 'ReopenMatch', 'ReplayMatch'] as const),
  'ForfeitMatch',
])

let deskOnLog: DeskOnLog
let states: States
let channels: Map<string, Channel>
let receivers: Awaited<ReturnType<typeof startUnreliableReceivers>>
let service: TestChild | null = null

beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  states = openStates({ log: deskOnLog.log, store: deskOnLog.store })
  receivers = await startUnreliableReceivers()
  const all = openChannels({ store: deskOnLog.store, states, encryption })
  channels = new Map(all.map((channel) => [channel.name, channel]))
})
afterAll(async () => {
  await service?.end('SIGKILL')
  await receivers?.close()
  states?.close()
  await deskOnLog?.close()
})

async function begin(): Promise<void> {
  const database = new URL(inject('databaseUrl'))
  database.pathname = `/${deskOnLog.name}`
  const child = startChild(await bundled('test/support/children/notify.ts'), {
    DATABASE_URL: database.href,
    NATS_URL: inject('natsUrl'),
    STREAMS: `${deskOnLog.name}_`,
    SECRET: secret,
    PORT: receivers.port(),
  })
  await child.ready
  service = child
}

const stateOf = async (tournament: number): Promise<Tournament> =>
  (await whenAnswered(() => states.now(tournament))).state

/** A tournament with four subscriptions: two phones, a chat and a webhook. */
async function newEvening(seed: number): Promise<Evening> {
  const luck = dice(seed)
  const cabinets = nextIds(2)
  const stage = { stageType: luck.among(['round_robin', 'double_elim'] as const) }
  const { tournament, teams } = await newTournament(deskOnLog.desk, { teams: 4, cabinets, stage })
  const { pool } = deskOnLog.store
  await pool.query('insert into kept.tournament (id) values ($1)', [tournament])
  const after = await whenAnswered(() => deskOnLog.log.tail())
  const phone = (team: number, device: string) => {
    return { team, player: null, kinds: notificationKinds, page: '/', device }
  }
  const keys = () => {
    const p256dh = createECDH('prime256v1').generateKeys('base64url')
    return { p256dh, auth: randomBytes(16).toString('base64url') }
  }
  const key = webhookSecret(randomBytes(32))
  const subscriptionsToAdd: [channel: string, options: object, address: (url: string) => object][] =
    [
      ['push', phone(teams[0]!, 'first'), (endpoint) => ({ endpoint, keys: keys() })],
      ['push', phone(luck.among(teams), 'second'), (endpoint) => ({ endpoint, keys: keys() })],
      ['discord', { name: 'Hall', kinds: ['announcement', 'result'] }, (url) => ({ url })],
      [
        'webhook',
        { events: publicEventTypes },
        (url) => ({ url, secrets: [{ secret: key, until: null }] }),
      ],
    ]
  const subscriptions: Subscription[] = []
  for (const [index, [channel, options, address]] of subscriptionsToAdd.entries()) {
    const name = `${channel}-${seed}-${index}`
    const about = { channel, tournament, address: address(receivers.url(name)), options, after }
    const id = await subscribe(deskOnLog.store, encryption, about)
    subscriptions.push({ id, name, channel, options, after })
  }
  const { version: begun } = await stateOf(tournament)
  return { luck, tournament, begun, subscriptions }
}

let announcements = 0
function pressIn(t: Tournament, { luck, begun }: Evening): Command {
  if (luck.random() < 0.2 && t.version > begun) {
    return { type: 'Undo', version: t.version - luck.upTo(Math.min(2, t.version - begun - 1)) }
  }
  if (luck.random() < 0.12) {
    return { type: 'WriteAnnouncement', text: `Line ${++announcements}`, minutes: 60 }
  }
  for (;;) {
    const command = anyCommand(t, luck)
    if (presses.has(command.type)) return command
  }
}

/** Retried while the log is too slow; the desk may refuse the command. */
async function sendRequest(request: Request): Promise<void> {
  await whenAnswered(() => deskOnLog.desk.handle(request))
}

async function playOn(evening: Evening): Promise<void> {
  for (let n = 0; n < pressesPerPhase; n++) {
    const state = await stateOf(evening.tournament)
    await sendRequest(requestOf(evening.tournament, pressIn(state, evening)))
  }
}

/** The folded steps of all tournaments after a position, read from the log. */
async function stepsSince(after: number): Promise<FoldedStep[]> {
  const steps: FoldedStep[] = []
  const stepOf = states.follower()
  const end = await whenAnswered(() => deskOnLog.log.tail())
  const reading = new AbortController()
  const take = async (batch: Parameters<typeof stepOf>[0][]) => {
    for (const stored of batch) {
      for (const step of (await stepOf(stored)).steps) {
        const { id, announcements } = step.after.state
        for (const { num, text } of Object.values(announcements))
          announcedTexts.set(`${id} ${num}`, text)
        steps.push(step)
      }
    }
    if ((batch.at(-1)?.seq ?? 0) >= end) reading.abort()
  }
  await deskOnLog.log.follow(after, take, reading.signal)
  return steps
}

type Row = {
  id: number
  key: string
  content: NotificationContent
  state: string
  reason: string | null
  attempts: number
}
async function rowsOf({ id }: Subscription): Promise<Row[]> {
  const { rows } = await deskOnLog.store.pool.query<Row>(
    `select id, key, content, state, reason, attempts from kept.delivery
     where subscription = $1 order by id`,
    [id],
  )
  return rows
}

async function isEnded({ id }: Subscription): Promise<boolean> {
  const { rowCount } = await deskOnLog.store.pool.query(
    'select from kept.subscription where id = $1 and ended_at is not null and address is null',
    [id],
  )
  return rowCount === 1
}

/** Announced texts by tournament and number: the state has no announcement that was undone. */
const announcedTexts = new Map<string, string>()

/** The id by which a receiver recognises repeats: a topic, a message id, or the text in a chat. */
function idOfRow({ id, key, content }: Row, channel: string, t: Tournament): string {
  if (channel === 'webhook') return `msg_${id}`
  if (channel === 'push') return topicOf(content, `${t.id} ${key}`)
  if (content.kind === 'announcement') return announcedTexts.get(`${t.id} ${content.num}`) ?? key
  return content.kind === 'result'
    ? `${matchLabel(t.matches[content.match]!)} ${content.score}`
    : key
}

function idsReceived({ name, channel }: Subscription): string[] {
  return receivers.received(name).map(({ headers, body }) => {
    if (channel === 'webhook') return String(headers['webhook-id'])
    if (channel === 'push') return String(headers['topic'])
    const text = (JSON.parse(body) as { content: string }).content.replaceAll('\\', '')
    const [, match, score] = /(M\d+) .*: (\d+–\d+)/.exec(text) ?? []
    return match ? `${match} ${score}` : (/Line \d+/.exec(text)?.[0] ?? text)
  })
}

/** Waits until every expected delivery exists and none is pending. */
async function settled(evening: Evening, steps: FoldedStep[]): Promise<void> {
  for (const subscription of evening.subscriptions) {
    const expected = new Set(expectedKeys(subscription, evening.tournament, steps))
    await until(`${subscription.name} to be told`, async () => {
      const rows = await rowsOf(subscription)
      const isOver = rows.every(({ state }) => state !== 'pending')
      return isOver && (rows.length >= expected.size || (await isEnded(subscription)))
    })
  }
}

function expectedKeys(
  subscription: Subscription,
  tournament: number,
  steps: FoldedStep[],
): string[] {
  const about = { ...subscription, tournament, scene: null }
  const tournamentSteps = steps.filter(({ stored }) => {
    return stored.commit.tournament === tournament && stored.seq > subscription.after
  })
  return tournamentSteps.flatMap((step) =>
    channels
      .get(subscription.channel)!
      .notificationsFor(step, about)
      .map(({ key }) => key),
  )
}

const countOf = <T>(all: T[], is: (one: T) => boolean) => all.filter(is).length
const total = { sent: 0, outdated: 0, refused: 0, gone: 0, repeats: 0 }

async function check(evening: Evening, one: Subscription, steps: FoldedStep[]): Promise<void> {
  const { tournament } = evening
  const state = await stateOf(tournament)
  const rows = await rowsOf(one)
  const keys = rows.map(({ key }) => key)
  const expected = new Set(expectedKeys(one, tournament, steps))
  const hasEnded = await isEnded(one)
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys.filter((key) => !expected.has(key))).toEqual([])
  expect(hasEnded).toBe(receivers.faults(one.name).includes('gone'))
  expect(hasEnded || keys.length === expected.size).toBe(true)

  const received = idsReceived(one)
  const repeated = countOf(receivers.faults(one.name), (fault) => fault === 'repeated')
  const ids = new Set(rows.map((row) => idOfRow(row, one.channel, state)))
  expect(received.filter((id) => !ids.has(id))).toEqual([])
  for (const id of ids) {
    const about = rows.filter((row) => idOfRow(row, one.channel, state) === id)
    const times = countOf(received, (seen) => seen === id)
    const attempts = about.reduce((sum, row) => sum + row.attempts, 0)
    // A receiver can ignore repeats because they have the same id.
    expect(times).toBeGreaterThanOrEqual(countOf(about, (row) => row.state === 'sent'))
    expect(times).toBeLessThanOrEqual(attempts + repeated)
    total.repeats += Math.max(0, times - about.length)
  }
  const wrong: string[] = []
  for (const row of rows) {
    const { key, state: outcome, reason } = row
    if (!(await isJustified(row, { one, tournament, hasEnded })))
      wrong.push(`${one.name} ${key}: ${outcome} ${reason}`)
    total[outcome as keyof typeof total]++
  }
  expect(wrong).toEqual([])
  const inOrder = one.channel === 'webhook' ? [...new Set(received)] : []
  const order = rows.map((row) => `msg_${row.id}`).filter((id) => inOrder.includes(id))
  expect(inOrder).toEqual(order)
}

/**
 * The delivery was sent or has a valid reason; one that is true in the end is not marked outdated.
 */
async function isJustified(
  row: Row,
  { one, tournament, hasEnded }: { one: Subscription; tournament: number; hasEnded: boolean },
): Promise<boolean> {
  const subscription = { ...one, scene: null, tournament, address: null }
  const outdated = () => channels.get(one.channel)!.outdated!({ ...row, tournament, subscription })
  if (row.state === 'sent') return true
  if (row.state === 'outdated') return row.reason !== null && (await outdated()) !== null
  if (row.state === 'refused') return row.reason === 'status 400'
  return row.state === 'gone' && hasEnded
}

test('P8: with faulty receivers and a service that is killed, each notification is sent once or has a reason', async () => {
  await begin()
  for (let first = 1; first <= evenings; first += concurrentEvenings) {
    const seeds = Array.from(
      { length: Math.min(concurrentEvenings, evenings + 1 - first) },
      (_, n) => first + n,
    )
    const from = await whenAnswered(() => deskOnLog.log.tail())
    const all = await Promise.all(seeds.map(newEvening))
    await Promise.all(all.map(playOn))
    await service!.end('SIGKILL')
    await Promise.all(all.map(playOn))
    await begin()
    await Promise.all(all.map(playOn))
    await service!.end('SIGTERM')
    await begin()
    const steps = await stepsSince(from)
    await Promise.all(all.map((evening) => settled(evening, steps)))
    for (const evening of all) {
      for (const one of evening.subscriptions) await check(evening, one, steps)
    }
  }
  console.info(`${evenings} evenings: ${JSON.stringify(total)}`)
  expect(total.sent).toBeGreaterThan(evenings * 5)
  for (const some of [total.outdated, total.repeats]) expect(some).toBeGreaterThan(0)
})

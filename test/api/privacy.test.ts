import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from '@nats-io/transport-node'
import { publicIdOf } from '#events/public-command-id.ts'
import { natsAddress } from '#services/log/index.ts'
import type { NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { expectOk, roles, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Reply } from '../support/two-scenes.ts'
import { canaries, canariesIn, streamContents, newCanarySetup } from './personal-data.ts'
import type { Canary } from './personal-data.ts'
import { organise } from './open-registration.ts'
import { until } from '../support/desk-client.ts'

// P19: personal data of players is visible only to organisers.
let fixture: TwoScenes
let setup: Awaited<ReturnType<typeof newCanarySetup>>
let nats: NatsConnection
let dee: Body
let eve: Body
const logLines: string[] = []
const natsMessages: string[] = []
const frames: Record<string, string[]> = {}
const sockets: WebSocket[] = []

beforeAll(async () => {
  fixture = await startTwoScenes({ logTo: { write: (line) => void logLines.push(line) } })
  nats = await connect(natsAddress(inject('natsUrl')))
  const everything = nats.subscribe('>')
  void (async () => {
    for await (const message of everything)
      natsMessages.push(`${message.subject} ${message.string()}`)
  })()
  setup = await newCanarySetup(fixture)
  await watchAll()
  const { team, ...made } = await setup.register()
  dee = made.dee
  eve = made.eve
  await runEvening(team)
  // The tests below send many requests, so the sessions must not expire.
  await fixture.app.store.pool.query(
    `update kept.session set expires_at = now() + interval '1 hour'`,
  )
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await nats?.close()
  await fixture?.app.stop()
})

/** Opens every socket with every kind of subscription, and every stream. */
async function watchAll(): Promise<void> {
  const requestAs = [
    { type: 'subscribe', have: 0 },
    { type: 'subscribe', cabinetId: fixture.cabinet, cabinet_id: fixture.cabinet },
    { scene_name: 'here', sceneName: 'here' },
  ]
  for (const { url, method, socket: isSocket, stream: isStream } of fixture.app.web.matrix()) {
    if (isStream && method === 'GET') await readStream(url)
    if (!isSocket) continue
    for (const ask of requestAs) {
      const path = url.replace(/:\w+/g, `${setup.tournament}`)
      const socket = new WebSocket(`${fixture.app.wsUrl}${path}`)
      sockets.push(socket)
      const messages = (frames[url] ??= [])
      socket.on('message', (data: Buffer) => messages.push(data.toString()))
      await once(socket, 'open')
      socket.send(JSON.stringify(ask))
    }
  }
}

async function readStream(url: string): Promise<void> {
  const path = url.replace(/:\w+/g, `${setup.tournament}`)
  const { body } = await fetch(`${fixture.app.url}${path}?from=0`)
  const messages = (frames[url] ??= [])
  const decoder = new TextDecoder()
  // The stream ends with the server.
  void (async () => {
    for await (const bytes of body!) messages.push(decoder.decode(bytes as Uint8Array))
  })().catch(() => {})
}

/** Changes to both players during an evening. */
async function runEvening(team: number): Promise<void> {
  const { shown, hidden, tournament } = setup
  await expectOk(shown.registration('PATCH', tournament, { tidbit: 'Juggles', newTeam: 'Wasps' }))
  await expectOk(hidden.registration('PATCH', tournament, { team: null }))
  await expectOk(hidden.registration('PATCH', tournament, { team }))
  await organise(fixture, 'PATCH', `player/${dee.id}/`, { paid: true })
  const url = `/api/tournament/player/${eve.id}/`
  await expectOk(fixture.call('official', 'PATCH', url, { body: { checkInTime: 'now' } }))
  // Refusals and errors must not contain personal data either.
  await shown.registration('POST', tournament, { name: canaries.legal, email: canaries.mail })
  await shown.registration('PATCH', tournament, { email: canaries.mail.repeat(20) })
  await shown.call('PATCH', `/api/tournament/nowhere/${canaries.legal}/?x=${canaries.phone}`)
  const relay = '/ws/tournament-relay/:id'
  await until('the frames', () => (frames[relay] ?? []).some((frame) => frame.includes('Wasps')))
}

// The history names the account of the person.
const officialCanaries: Canary[] = ['hiddenName', 'hiddenTidbit', 'hiddenScene', 'account']
const adminCanaries: Canary[] = ['mail', 'phone', 'legal', 'diet', 'price', 'dollars']
const visibleCanaries: Record<string, Canary[]> = {
  anonymous: [],
  cabinet: [],
  device: [],
  player: [],
  otherAdmin: [],
  official: officialCanaries,
  admin: [...adminCanaries, ...officialCanaries, 'hiddenMail'],
  owner: [...adminCanaries, ...officialCanaries, 'hiddenMail'],
  themself: [...adminCanaries, 'account'],
}
const maxIds = 12

function addresses(): string[] {
  const { tournament } = setup
  const queries = ['', `?tournamentId=${tournament}&sceneId=${fixture.scene}&rowsPerPage=1000`]
  return fixture.app.web
    .matrix()
    .filter(({ method, socket, stream }) => method === 'GET' && !socket && !stream)
    .flatMap(({ url }) => {
      if (!url.includes(':')) return queries.map((query) => url + query)
      return Array.from({ length: maxIds }, (_, n) => url.replace(/:\w+/g, `${n + 1}`))
    })
}

type Ask = (url: string) => Promise<Reply>
const requestAs = (who: string): Ask =>
  who === 'themself'
    ? (url) => setup.shown.call('GET', url)
    : (url) => fixture.call(who as (typeof roles)[number], 'GET', url)

describe.each(Object.keys(visibleCanaries))('P19: %s', (who) => {
  test('gets only the personal data that the access table grants, at every address', async () => {
    const ask = requestAs(who)
    const learned = new Map<Canary, string>()
    const faults: string[] = []
    let photo = ''
    for (const url of addresses()) {
      const { status, text, headers } = await ask(url)
      // On a busy machine a check may take longer than a health page waits for it.
      const isLate = status === 503 && /\/(health|readyz)\b/.test(url)
      if (status >= 500 && !isLate) faults.push(`${status} ${url}`)
      const response = `${text} ${JSON.stringify(headers)}`
      const found = canariesIn(response)
      for (const canary of found) learned.set(canary, url)
      if (found.length > 0 && !/no-store|private/.test(String(headers['cache-control'])))
        faults.push(`a shared cache may store ${url}`)
      if (response.includes(eve.image)) photo = url
    }
    expect(faults).toEqual([])
    // Compared in both directions, because a test that finds nothing anywhere would prove nothing.
    expect([...learned.keys()].toSorted()).toEqual(visibleCanaries[who]!.toSorted())
    // The address of a photo is visible to those who can see its player.
    expect(photo !== '').toBe(visibleCanaries[who]!.includes('hiddenName'))
  })
})

test('P19: every role has been tested', () => {
  expect(Object.keys(visibleCanaries).toSorted()).toEqual([...roles, 'themself'].toSorted())
})

test('P19: no socket and no stream contains personal data', async () => {
  const all = Object.entries(frames)
  expect(all.map(([url]) => url)).toContain('/ws/tournament-relay/:id')
  const stream = '/api/tournament/:id/events/'
  await until('the stream', () => frames[stream]?.join('').includes('Wasps') ?? false)
  for (const [url, messages] of all)
    expect([url, canariesIn(messages.join('\n'))]).toEqual([url, []])
  expect(all.flatMap(([, messages]) => messages).join('\n')).not.toContain(eve.image)
})

test('P19: the log and the messages between services contain only ids', async () => {
  const stored = await streamContents(fixture)
  expect(stored).toContain('"FoundTeam"')
  expect(canariesIn(stored)).toEqual([])
  expect(natsMessages.some((text) => text.includes('"FoundTeam"'))).toBe(true)
  expect(canariesIn(natsMessages.join('\n'))).toEqual([])
  const { rows } = await fixture.app.store.pool.query('select commit::text from kept.witness')
  expect(canariesIn(JSON.stringify(rows))).toEqual([])
})

test('P18: log lines contain no id of a command, from which its secrets could be derived', async () => {
  const key = randomUUID()
  const body = { tournament: setup.tournament, name: 'Logged' }
  const headers = { 'idempotency-key': key }
  await expectOk(fixture.call('admin', 'POST', '/api/tournament/team/', { body, headers }))
  await until('its line', () => logLines.some((line) => line.includes(publicIdOf(key))))
  expect(logLines.join('\n')).not.toContain(key)
})

test('P19: log lines contain no personal data', () => {
  expect(logLines.some((line) => line.includes('/registration/'))).toBe(true)
  expect(canariesIn(logLines.join('\n'))).toEqual([])
  expect(logLines.join('\n')).not.toContain(eve.image.split('/').at(-1))
})

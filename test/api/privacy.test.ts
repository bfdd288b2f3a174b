import { once } from 'node:events'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '../../services/log/index.ts'
import type { NatsConnection } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { ok, roles, startHall } from '../support/two-scenes.ts'
import type { Body, Hall, Reply } from '../support/two-scenes.ts'
import { canaries, found, inStreams, withCanaries } from './personal-data.ts'
import type { Canary } from './personal-data.ts'
import { organise } from './open-registration.ts'
import { until } from '../support/desk-client.ts'

// P19: what players tell their organisers is told to nobody else, anywhere.
let hall: Hall
let stage: Awaited<ReturnType<typeof withCanaries>>
let nats: NatsConnection
let dee: Body
let eve: Body
const logLines: string[] = []
const inFlight: string[] = []
const frames: Record<string, string[]> = {}
const sockets: WebSocket[] = []

beforeAll(async () => {
  hall = await startHall({ logTo: { write: (line) => void logLines.push(line) } })
  nats = await connect(natsAddress(inject('natsUrl')))
  const everything = nats.subscribe('>')
  void (async () => {
    for await (const message of everything) inFlight.push(`${message.subject} ${message.string()}`)
  })()
  stage = await withCanaries(hall)
  await watchAll()
  const { team, ...made } = await stage.register()
  dee = made.dee
  eve = made.eve
  await pressAll(team)
  // They walk far.
  await hall.rig.store.pool.query(`update kept.session set expires_at = now() + interval '1 hour'`)
})
afterAll(async () => {
  for (const socket of sockets) socket.terminate()
  await nats?.close()
  await hall?.rig.stop()
})

/** Every socket there is, each asked for all that it can be asked for. */
async function watchAll(): Promise<void> {
  const asks = [
    { type: 'subscribe', have: 0 },
    { type: 'subscribe', cabinetId: hall.cabinet, cabinet_id: hall.cabinet },
    { scene_name: 'here', sceneName: 'here' },
  ]
  for (const { url, method, socket: isSocket, stream: isStream } of hall.rig.web.matrix()) {
    if (isStream && method === 'GET') await listen(url)
    if (!isSocket) continue
    for (const ask of asks) {
      const path = url.replace(/:\w+/g, `${stage.tournament}`)
      const socket = new WebSocket(`${hall.rig.wsUrl}${path}`)
      sockets.push(socket)
      const got = (frames[url] ??= [])
      socket.on('message', (data: Buffer) => got.push(data.toString()))
      await once(socket, 'open')
      socket.send(JSON.stringify(ask))
    }
  }
}

async function listen(url: string): Promise<void> {
  const path = url.replace(/:\w+/g, `${stage.tournament}`)
  const { body } = await fetch(`${hall.rig.url}${path}?from=0`)
  const got = (frames[url] ??= [])
  const decoder = new TextDecoder()
  // It ends with the server.
  void (async () => {
    for await (const bytes of body!) got.push(decoder.decode(bytes as Uint8Array))
  })().catch(() => {})
}

/** All that happens to a player on an evening. */
async function pressAll(team: number): Promise<void> {
  const { shown, hidden, tournament } = stage
  await ok(shown.mine('PATCH', tournament, { tidbit: 'Juggles', newTeam: 'Wasps' }))
  await ok(hidden.mine('PATCH', tournament, { team: null }))
  await ok(hidden.mine('PATCH', tournament, { team }))
  await organise(hall, 'PATCH', `player/${dee.id}/`, { paid: true })
  const url = `/api/tournament/player/${eve.id}/`
  await ok(hall.call('official', 'PATCH', url, { body: { checkInTime: 'now' } }))
  // Refusals and faults too are told without what they are about.
  await shown.mine('POST', tournament, { name: canaries.legal, email: canaries.mail })
  await shown.mine('PATCH', tournament, { email: canaries.mail.repeat(20) })
  await shown.call('PATCH', `/api/tournament/nowhere/${canaries.legal}/?x=${canaries.phone}`)
  const relay = '/ws/tournament-relay/:id'
  await until('the frames', () => (frames[relay] ?? []).some((frame) => frame.includes('Wasps')))
}

// Who did what stands in the history, by the name of their account.
const official: Canary[] = ['hiddenName', 'hiddenTidbit', 'hiddenScene', 'account']
const whole: Canary[] = ['mail', 'phone', 'legal', 'diet', 'price', 'dollars']
const granted: Record<string, Canary[]> = {
  anonymous: [],
  cabinet: [],
  device: [],
  player: [],
  otherAdmin: [],
  official,
  admin: [...whole, ...official, 'hiddenMail'],
  owner: [...whole, ...official, 'hiddenMail'],
  themself: [...whole, 'account'],
}
const maxIds = 12

function addresses(): string[] {
  const { tournament } = stage
  const queries = ['', `?tournamentId=${tournament}&sceneId=${hall.scene}&rowsPerPage=1000`]
  return hall.rig.web
    .matrix()
    .filter(({ method, socket, stream }) => method === 'GET' && !socket && !stream)
    .flatMap(({ url }) => {
      if (!url.includes(':')) return queries.map((query) => url + query)
      return Array.from({ length: maxIds }, (_, n) => url.replace(/:\w+/g, `${n + 1}`))
    })
}

type Ask = (url: string) => Promise<Reply>
const asks = (who: string): Ask =>
  who === 'themself'
    ? (url) => stage.shown.call('GET', url)
    : (url) => hall.call(who as (typeof roles)[number], 'GET', url)

describe.each(Object.keys(granted))('P19: %s', (who) => {
  test('is answered nothing but what the access table grants, at any address', async () => {
    const ask = asks(who)
    const learned = new Map<Canary, string>()
    const faults: string[] = []
    let photo = ''
    for (const url of addresses()) {
      const { status, text, headers } = await ask(url)
      if (status >= 500) faults.push(`${status} ${url}`)
      const told = `${text} ${JSON.stringify(headers)}`
      for (const canary of found(told)) learned.set(canary, url)
      if (told.includes(eve.image)) photo = url
    }
    expect(faults).toEqual([])
    // Both ways: a walk that finds nothing anywhere would prove nothing.
    expect([...learned.keys()].toSorted()).toEqual(granted[who]!.toSorted())
    // Where a photo is, is told to who is shown its player.
    expect(photo !== '').toBe(granted[who]!.includes('hiddenName'))
  })
})

test('P19: every persona of the hall has walked', () => {
  expect(Object.keys(granted).toSorted()).toEqual([...roles, 'themself'].toSorted())
})

test('P19: no socket and no stream says anything of a person', async () => {
  const all = Object.entries(frames)
  expect(all.map(([url]) => url)).toContain('/ws/tournament-relay/:id')
  const stream = '/api/tournament/:id/events/'
  await until('the stream', () => frames[stream]?.join('').includes('Wasps') ?? false)
  for (const [url, got] of all) expect([url, found(got.join('\n'))]).toEqual([url, []])
  expect(all.flatMap(([, got]) => got).join('\n')).not.toContain(eve.image)
})

test('P19: the log has ids alone, and nothing else is said between the services', async () => {
  const kept = await inStreams(hall)
  expect(kept).toContain('"FoundTeam"')
  expect(found(kept)).toEqual([])
  expect(inFlight.some((text) => text.includes('"FoundTeam"'))).toBe(true)
  expect(found(inFlight.join('\n'))).toEqual([])
  const { rows } = await hall.rig.store.pool.query('select commit::text from kept.witness')
  expect(found(JSON.stringify(rows))).toEqual([])
})

test('P19: no log line has a word of it', () => {
  expect(logLines.some((line) => line.includes('/registration/'))).toBe(true)
  expect(found(logLines.join('\n'))).toEqual([])
  expect(logLines.join('\n')).not.toContain(eve.image.split('/').at(-1))
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { TournamentHalted, openGate, openLog } from '#services/log/index.ts'
import type { Damage, Log, VerifyRequest, WitnessCheck } from '#services/log/index.ts'
import { newTournament, projected, until } from '../support/desk-client.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'

// The test answers in place of the projector, so that it decides when each answer arrives. An
// answer is bound to the moment of its request; a request that is repeated gets a later one.
const damage: Damage = { tournament: 7, seq: 3, version: 3, reason: 'which is missing' }
const sound: WitnessCheck = { ok: true, halted: [] }
const halted: WitnessCheck = { ok: true, halted: [damage] }
let log: Log
let end: () => void
let answer: (request: VerifyRequest) => Promise<WitnessCheck>

beforeAll(async () => {
  log = await openLog({ url: inject('natsUrl'), streams: `g${randomBytes(6).toString('hex')}_` })
  end = log.answer('witness.verify', (request) => answer(request as VerifyRequest))
})
afterAll(async () => {
  end?.()
  await log?.close()
})

/** Holds the answers to all requests of a kind; resolves `asked` at the first one. */
function hold() {
  const asked = Promise.withResolvers<void>()
  const reply = Promise.withResolvers<WitnessCheck>()
  const held = () => {
    asked.resolve()
    return reply.promise
  }
  return { held, asked: asked.promise, give: reply.resolve }
}

test('P9: an answer that was computed before a tournament was halted does not release it', async () => {
  const gate = openGate(log)
  const late = hold()
  answer = ({ suspect }) => (suspect ? late.held() : Promise.resolve(sound))
  await gate.open({ tournament: 7 })
  const suspected = gate.suspect(5)
  await late.asked
  log.publish('witness.broken', { ...halted, pair: 0 })
  await until('the halt', () => gate.isHalted(7))
  late.give(sound)
  await suspected
  expect(await gate.isHalted(7)).toBe(true)
  expect(await gate.ready()).toEqual({ isDegraded: true })
  gate.close()
})

test('P9: the answer to a later request stands, whichever arrives last', async () => {
  const gate = openGate(log)
  const early = hold()
  answer = ({ suspect }) => (suspect ? Promise.resolve(halted) : early.held())
  const opened = gate.open({ tournament: 5 })
  await early.asked
  await gate.suspect(7)
  early.give(sound)
  await opened
  expect(await gate.isHalted(7)).toBe(true)
  gate.close()
})

test('P9: a halt that is published before the first answer is not missed', async () => {
  const gate = openGate(log)
  const early = hold()
  answer = early.held
  const opened = gate.open({ tournament: 7 })
  opened.catch(() => {})
  await early.asked
  answer = () => Promise.resolve(halted)
  const published = Promise.withResolvers<void>()
  const unsubscribe = log.subscribe('witness.broken', () => published.resolve())
  log.publish('witness.broken', { ...halted, pair: 0 })
  await published.promise
  early.give(sound)
  await expect(opened).rejects.toThrow(TournamentHalted)
  unsubscribe()
  gate.close()
})

test('P9: an answer from before a reconnect does not open the gate', async () => {
  let reconnect = () => {}
  const onReconnect: Log['onReconnect'] = (again) => {
    reconnect = again
    return log.onReconnect(again)
  }
  const gate = openGate({ ...log, onReconnect })
  const early = hold()
  answer = early.held
  const opened = gate.open({ tournament: 7 })
  opened.catch(() => {})
  await early.asked
  answer = () => Promise.resolve({ ok: false, reason: 'The log ends at 1' })
  reconnect()
  early.give(sound)
  await expect(opened).rejects.toThrow('The log ends at 1')
  gate.close()
})

test('P9: a tournament that one service suspects is halted at the gates of all', async () => {
  const { desk, log, store, close } = await openDeskOnLog()
  const { tournament } = await newTournament(desk)
  await projected(log, store)
  const [own, other] = [openGate(log), openGate(log)]
  for (const gate of [own, other]) await gate.open({ tournament })
  const text =
    'update kept.witness set chain = reverse(chain) where tournament = $1 and version = 2'
  await store.pool.query(text, [tournament])
  await own.suspect(tournament)
  await until('the halt', () => other.isHalted(tournament))
  await expect(other.open({ tournament })).rejects.toThrow('damaged at step 2')
  own.close()
  other.close()
  await close()
})

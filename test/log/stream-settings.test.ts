// Streams that somebody else has created, with settings that lose messages, on a real nats-server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DiscardPolicy, PersistMode, StorageType, jetstreamManager } from '@nats-io/jetstream'
import type { JetStreamManager, StreamConfig } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { clusterProgram } from '#scripts/servers/nats-binary.ts'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { natsAddress, openLog, openRawLog, spreadLog } from '#services/log/index.ts'

/** A server that knows the asynchronous mode. */
const program = await clusterProgram()
if ('failure' in program) console.warn(`Left out: persist_mode (${program.failure})`)
let dir: string
let nats: Nats
let nc: NatsConnection
let jsm: JetStreamManager
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-settings-'))
  if ('path' in program) vi.stubEnv('NATS_SERVER_BIN', program.path)
  nats = await startNats({ dir })
  vi.unstubAllEnvs()
  nc = await connect(natsAddress(nats.url))
  jsm = await jetstreamManager(nc)
})
afterAll(async () => {
  await nc?.close()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

const names = ['tournaments', 'facts', 'KV_notes', 'tournaments-1', 'facts-1']
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
beforeEach(() => void warn.mockClear())
afterEach(async () => {
  for (const name of names) await jsm.streams.delete(name).catch(() => {})
})

const subjects: Record<string, string> = {
  tournaments: 'tournament.>',
  facts: 'cabinet.>',
  KV_notes: '$KV.notes.>',
}
const create = (name: string, settings: Partial<StreamConfig>) =>
  jsm.streams.add({ name, subjects: [subjects[name]!], ...settings })
const hourNs = 3_600_000_000_000
const open = async (url = nats.url) => (await openLog({ url })).close()
const settingsOf = async (name: string) => (await jsm.streams.info(name)).config

describe.skipIf('failure' in program)('a server with an asynchronous mode', () => {
  test('P1: a stream that forgets commits or acknowledges them early is refused, with each difference', async () => {
    await create('tournaments', {
      persist_mode: PersistMode.Async,
      discard: DiscardPolicy.Old,
      max_age: hourNs,
      max_msgs: 3,
    })
    const refusal = await open().catch((error: Error) => error.message)
    for (const text of [
      'tournaments would lose messages',
      'persist_mode is "async" and must be "default"',
      'discard is "old" and must be "new"',
      `max_age is ${hourNs} and must be 0`,
      'max_msgs is 3 and must be -1',
      'deny_delete is off and must be true',
    ]) {
      expect(refusal).toContain(text)
    }
  })

  test.each(['facts', 'KV_notes'])('P1: so is %s', async (name) => {
    await create(name, { storage: StorageType.Memory })
    await expect(open()).rejects.toThrow(`${name} would lose messages: storage is "memory"`)
  })
})

test.each([
  ['tournaments', { discard: DiscardPolicy.Old, max_msgs: 3, max_age: hourNs }],
  ['tournaments', { max_msgs_per_subject: 1 }],
  ['facts', { max_bytes: 1_000_000, discard: DiscardPolicy.Old, max_msg_size: 100 }],
  ['facts', { no_ack: true }],
  ['facts', { allow_rollup_hdrs: true, allow_direct: true }],
  ['KV_notes', { max_age: hourNs, duplicate_window: 1_000_000_000 }],
])('P1: what can be changed of %s is corrected: %j', async (name, settings) => {
  await create(name, settings)
  await open()
  const corrected = await settingsOf(name)
  const { duplicate_window: _, ...named } = settings as Partial<StreamConfig>
  for (const field of Object.keys(named)) {
    expect(warn.mock.calls.join()).toContain(`${field} is`)
  }
  const isNotes = name === 'KV_notes'
  expect(corrected).toMatchObject({
    discard: 'new',
    max_age: 0,
    max_msgs: -1,
    max_bytes: -1,
    max_msg_size: -1,
    max_msgs_per_subject: isNotes ? 1 : -1,
    deny_delete: !isNotes,
    deny_purge: !isNotes,
  })
  expect(corrected.no_ack ?? false).toBe(false)
  warn.mockClear()
  await open()
  expect(warn).not.toHaveBeenCalled()
})

test('a user who may not change streams is told what differs, and which command changes it', async () => {
  await create('tournaments', { discard: DiscardPolicy.Old, deny_delete: true, deny_purge: true })
  await expect(open(nats.urlOf('desk'))).rejects.toThrow(
    /tournaments would lose messages: discard is "old" and must be "new", and .*log-replicas/,
  )
})

test('P1: the streams of a spread log are checked too', async () => {
  await open()
  await spreadLog({ url: nats.url, pairs: 2, moving: async () => {} })
  await open()
  expect(warn).not.toHaveBeenCalled()
  await jsm.streams.update('facts-1', { max_age: hourNs })
  await open()
  expect(warn.mock.calls.join()).toContain(`facts-1 had settings`)
  expect((await settingsOf('facts-1')).max_age).toBe(0)
})

test('other subjects are refused, and so is a log whose spreading was interrupted', async () => {
  await jsm.streams.add({ name: 'tournaments', subjects: ['tournament.>', 'other'] })
  await expect(open()).rejects.toThrow(/tournaments has other settings: .*subjects is .*log-pairs/)
  await jsm.streams.delete('tournaments')
  await open()
  const moving = () => Promise.reject(new Error('interrupted'))
  await expect(spreadLog({ url: nats.url, pairs: 2, moving })).rejects.toThrow('interrupted')
  await expect(open()).rejects.toThrow('log-pairs')
  await spreadLog({ url: nats.url, pairs: 2, moving: async () => {} })
  await open()
})

describe.skipIf('failure' in program)('a server with an asynchronous mode', () => {
  test('a backup can be made of a stream that cannot be corrected, and a restore creates it anew', async () => {
    await create('tournaments', { persist_mode: PersistMode.Async })
    const raw = await openRawLog({ url: nats.url })
    expect(await raw.pairs()[0]!.commits.tail()).toBe(0)
    await raw.clear()
    await raw.close()
    await open()
    expect((await settingsOf('tournaments')).persist_mode ?? 'default').toBe('default')
  })

  test('the settings that are not about messages stay as the operator has set them', async () => {
    await open()
    // A quota only refuses new messages.
    const own = { description: 'commits', metadata: { rack: '7' }, max_bytes: 1_000_000 }
    await jsm.streams.update('tournaments', own)
    await open()
    expect(warn).not.toHaveBeenCalled()
    expect(await settingsOf('tournaments')).toMatchObject(own)
  })
})

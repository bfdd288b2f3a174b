import { expect, test } from 'vitest'
import type { Change, Snapshot } from '../../../events/view/frames.ts'
import { CutOver } from './cut-over.ts'
import { FrameLog } from './frame-log.ts'
import type { Frame, Source } from './frame-log.ts'

test('P10: 500 random evenings: no gap, no repeat, no step back, and all arrive', async () => {
  for (let first = 1; first <= 500; first += 50) {
    const seeds = Array.from({ length: 50 }, (_, i) => first + i)
    await Promise.all(seeds.map(evening))
  }
}, 60_000)

/** Commits, lost, doubled and late frames, slow reads and followers who come when they like. */
async function evening(seed: number): Promise<void> {
  const random = randomOf(seed)
  const some = (most: number) => Math.floor(random() * most)
  const before = some(40)
  const server = standIn(random, before, random() < 0.5 ? 0 : some(before))
  const line = new FrameLog({ source: server, kept: 4 + some(20), retryMs: 1 })
  const cutOver = new CutOver(line, server)
  const followers: { got: Frame[]; have: number; following: Promise<unknown> }[] = []
  for (let step = 0; step < 80; step++) {
    const roll = random()
    if (roll < 0.5) {
      const change = server.commit()
      if (random() < 0.85) later(random, () => line.offer(change))
      if (random() < 0.1) later(random, () => line.offer(change))
    } else if (roll < 0.6 && followers.length < 6) {
      const have = random() < 0.3 ? 0 : some(server.latest() + 3)
      const got: Frame[] = []
      const follower = { isOpen: () => true, send: (frames: Frame[]) => void got.push(...frames) }
      const following = retrying(() => cutOver.follow(follower, got.at(-1)?.version ?? have))
      followers.push({ got, have, following })
    } else if (roll < 0.65) {
      server.failNext()
    } else {
      await tick(random)
    }
  }
  await Promise.all(followers.map((each) => each.following))
  for (let tries = 0; line.version() < server.latest() && tries < 100; tries++) {
    await line.refresh().catch(() => {})
  }
  line.stop()
  for (const { got, have } of followers) {
    const kinds = got.map(({ message, version }) => `${message.type} ${version}`)
    const name = `seed ${seed} have ${have} latest ${server.latest()}: ${kinds.join()}`
    expect([name, wrongs(got, have, server.latest())]).toEqual([name, []])
  }
}

function wrongs(got: Frame[], have: number, latest: number): string[] {
  const found: string[] = []
  let at = have
  for (const [i, { message, version }] of got.entries()) {
    const isNext = message.type === 'change' ? version === at + 1 : i === 0 || version > at
    if (!isNext) found.push(`${version} after ${at}`)
    at = version
  }
  if (at !== latest) found.push(`ends at ${at}`)
  if (have === 0 && got[0]?.message.type !== 'snapshot') found.push('no snapshot')
  return found
}

test('a lost frame is read from the database when the next one comes', async () => {
  const { server, line, got } = await following()
  server.commit()
  line.offer(server.commit())
  await line.refresh()
  expect(got.map((frame) => frame.version)).toEqual([1, 2])
})

test('a frame is made ready once for all', async () => {
  const { server, line, got, cutOver } = await following()
  const other: Frame[] = []
  await cutOver.follow({ isOpen: () => true, send: (frames) => void other.push(...frames) }, 0)
  other.shift()
  line.offer(server.commit())
  expect(got[0]!.bytes).toBe(other[0]!.bytes)
})

test('many who come together cost one snapshot', async () => {
  const { server, cutOver } = await following()
  for (let i = 0; i < 10; i++) server.commit()
  const before = server.snapshots()
  const all = Array.from({ length: 50 }, () => cutOver.follow({ isOpen: () => true, send() {} }, 0))
  await Promise.all(all)
  expect(server.snapshots() - before).toBeLessThanOrEqual(1)
})

test('a snapshot the line does not lead on from any more is read anew', async () => {
  const { server, line, cutOver } = await following({ kept: 2 })
  for (let i = 0; i < 10; i++) line.offer(server.commit())
  const late: Frame[] = []
  await cutOver.follow({ isOpen: () => true, send: (frames) => void late.push(...frames) }, 0)
  expect(late.map(({ message, version }) => [message.type, version])).toEqual([['snapshot', 10]])
})

test('where the changes that were missed are not kept, everyone gets the whole', async () => {
  const { server, line, got } = await following()
  for (let i = 0; i < 8; i++) server.commit()
  server.prune(5)
  await line.refresh()
  expect(got.map(({ message, version }) => [message.type, version])).toEqual([['snapshot', 8]])
})

test('while the database is away the next changes go on, and a gap waits for it', async () => {
  const { server, line, got } = await following()
  line.offer(server.commit())
  server.commit()
  server.failNext(5)
  line.offer(server.commit())
  expect(got.map((frame) => frame.version)).toEqual([1])
  await expect.poll(() => got.map((frame) => frame.version)).toEqual([1, 2, 3])
})

test('a database that went back for good makes everyone begin anew', async () => {
  const { server, line, got } = await following()
  for (let i = 0; i < 5; i++) line.offer(server.commit())
  server.goBackTo(3)
  await line.refresh()
  expect(got.at(-1)).toMatchObject({ version: 5 })
  await line.refresh()
  expect(got.at(-1)).toMatchObject({ version: 3, message: { type: 'snapshot' } })
  line.offer(server.commit())
  expect(got.at(-1)).toMatchObject({ version: 4, message: { type: 'change' } })
})

test('who left while history was read is not followed', async () => {
  const server = standIn(() => 0.5, 30, 0)
  const line = new FrameLog({ source: server })
  let open = true
  const got: Frame[] = []
  const cutOver = new CutOver(line, server)
  const follower = { isOpen: () => open, send: (frames: Frame[]) => void got.push(...frames) }
  const following = cutOver.follow(follower, 0)
  open = false
  expect(await following).toBe(undefined)
  line.offer(server.commit())
  expect(got).toEqual([])
})

async function following(options: { kept?: number } = {}) {
  const server = standIn(() => 0.1, 0, 0)
  const line = new FrameLog({ source: server, retryMs: 1, ...options })
  await line.refresh()
  const got: Frame[] = []
  const cutOver = new CutOver(line, server)
  await cutOver.follow({ isOpen: () => true, send: (frames) => void got.push(...frames) }, 0)
  got.shift()
  return { server, line, got, cutOver }
}

/** A database of one tournament; changes up to `pruned` are not kept. Reads take their time. */
function standIn(random: () => number, latest: number, pruned: number) {
  let failures = 0
  let snapshots = 0
  const change = (version: number) => ({ type: 'change', version, tournament: 1 }) as Change
  async function read<T>(what: () => T): Promise<T> {
    const early = random() < 0.5 ? { answer: what() } : undefined
    for (let i = Math.floor(random() * 4); i > 0; i--) await tick(random)
    if (failures > 0) {
      failures--
      throw new Error('away')
    }
    return early ? early.answer : what()
  }
  const source: Source = {
    version: () => read(() => latest),
    changes: (after, upTo = latest) =>
      read(() => {
        const oldest = Math.max(after, pruned)
        const count = Math.max(0, Math.min(upTo, latest) - oldest)
        return Array.from({ length: Math.min(10, count) }, (_, i) => change(oldest + 1 + i))
      }),
    snapshot: () =>
      read(() => {
        snapshots++
        return { type: 'snapshot', version: latest, tournament: 1, rows: {} } as Snapshot
      }),
  }
  return {
    ...source,
    commit: () => change(++latest),
    latest: () => latest,
    snapshots: () => snapshots,
    failNext: (times = 1) => void (failures += times),
    prune: (version: number) => void (pruned = version),
    goBackTo: (version: number) => void (latest = version),
  }
}

async function retrying(work: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < 30; i++) {
    try {
      if (await work()) return
    } catch {}
  }
}

function later(random: () => number, act: () => void): void {
  if (random() < 0.6) act()
  else if (random() < 0.5) queueMicrotask(act)
  else setImmediate(act)
}

function tick(random: () => number): Promise<void> {
  return random() < 0.5 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve))
}

function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

import { expect, test } from 'vitest'
import type { Change, Snapshot } from '#events/view/frames.ts'
import { lcg } from '#test/support/random.ts'
import { CutOver } from './cut-over.ts'
import { FrameLog } from './frame-log.ts'
import type { Frame, Source } from './frame-log.ts'

test('P10: in 500 random evenings all frames arrive without gaps, repeats or steps back', async () => {
  for (let first = 1; first <= 500; first += 50) {
    const seeds = Array.from({ length: 50 }, (_, i) => first + i)
    await Promise.all(seeds.map(randomEvening))
  }
})

/** Commits, lost, duplicate and late frames, slow reads, and followers that join at random. */
async function randomEvening(seed: number): Promise<void> {
  const random = lcg(seed * 2_654_435_761)
  const below = (max: number) => Math.floor(random() * max)
  const before = below(40)
  const server = fakeDatabase(random, before, random() < 0.5 ? 0 : below(before))
  const frameLog = new FrameLog({ source: server, maxInMemory: 4 + below(20), retryMs: 1 })
  const cutOver = new CutOver(frameLog, server)
  const followers: { got: Frame[]; have: number; following: Promise<unknown> }[] = []
  for (let step = 0; step < 80; step++) {
    const roll = random()
    if (roll < 0.5) {
      const change = server.commit()
      if (random() < 0.85) later(random, () => frameLog.offer(change))
      if (random() < 0.1) later(random, () => frameLog.offer(change))
    } else if (roll < 0.6 && followers.length < 6) {
      const have = random() < 0.3 ? 0 : below(server.latest() + 3)
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
  for (let tries = 0; frameLog.version() < server.latest() && tries < 100; tries++) {
    await frameLog.refresh().catch(() => {})
  }
  frameLog.stop()
  for (const { got, have } of followers) {
    const kinds = got.map(({ message, version }) => `${message.type} ${version}`)
    const name = `seed ${seed} have ${have} latest ${server.latest()}: ${kinds.join()}`
    expect([name, problemsOf(got, have, server.latest())]).toEqual([name, []])
  }
}

function problemsOf(got: Frame[], have: number, latest: number): string[] {
  const problems: string[] = []
  let at = have
  for (const [i, { message, version }] of got.entries()) {
    const isNext = message.type === 'change' ? version === at + 1 : i === 0 || version > at
    if (!isNext) problems.push(`${version} after ${at}`)
    at = version
  }
  if (at !== latest) problems.push(`ends at ${at}`)
  if (have === 0 && got[0]?.message.type !== 'snapshot') problems.push('no snapshot')
  return problems
}

test('a lost frame is read from the database when the next one arrives', async () => {
  const { server, frameLog, got } = await following()
  server.commit()
  frameLog.offer(server.commit())
  await frameLog.refresh()
  expect(got.map((frame) => frame.version)).toEqual([1, 2])
})

test('a frame is encoded once for all followers', async () => {
  const { server, frameLog, got, cutOver } = await following()
  const other: Frame[] = []
  await cutOver.follow({ isOpen: () => true, send: (frames) => void other.push(...frames) }, 0)
  other.shift()
  frameLog.offer(server.commit())
  expect(got[0]!.bytes).toBe(other[0]!.bytes)
})

test('followers that join at the same time share one snapshot', async () => {
  const { server, cutOver } = await following()
  for (let i = 0; i < 10; i++) server.commit()
  const before = server.snapshots()
  const all = Array.from({ length: 50 }, () => cutOver.follow({ isOpen: () => true, send() {} }, 0))
  await Promise.all(all)
  expect(server.snapshots() - before).toBeLessThanOrEqual(1)
})

test('a snapshot that the frame log no longer continues is read again', async () => {
  const { server, frameLog, cutOver } = await following({ maxInMemory: 2 })
  for (let i = 0; i < 10; i++) frameLog.offer(server.commit())
  const late: Frame[] = []
  await cutOver.follow({ isOpen: () => true, send: (frames) => void late.push(...frames) }, 0)
  expect(late.map(({ message, version }) => [message.type, version])).toEqual([['snapshot', 10]])
})

test('if the missed changes are no longer stored, every follower gets a snapshot', async () => {
  const { server, frameLog, got } = await following()
  for (let i = 0; i < 8; i++) server.commit()
  server.prune(5)
  await frameLog.refresh()
  expect(got.map(({ message, version }) => [message.type, version])).toEqual([['snapshot', 8]])
})

test('while the database is unreachable, live changes continue and a gap waits for it', async () => {
  const { server, frameLog, got } = await following()
  frameLog.offer(server.commit())
  server.commit()
  server.failNext(5)
  frameLog.offer(server.commit())
  expect(got.map((frame) => frame.version)).toEqual([1])
  await expect.poll(() => got.map((frame) => frame.version)).toEqual([1, 2, 3])
})

test('a database that stays behind makes every follower start over from a snapshot', async () => {
  const { server, frameLog, got } = await following()
  for (let i = 0; i < 5; i++) frameLog.offer(server.commit())
  server.goBackTo(3)
  await frameLog.refresh()
  expect(got.at(-1)).toMatchObject({ version: 5 })
  await frameLog.refresh()
  expect(got.at(-1)).toMatchObject({ version: 3, message: { type: 'snapshot' } })
  frameLog.offer(server.commit())
  expect(got.at(-1)).toMatchObject({ version: 4, message: { type: 'change' } })
})

test('a follower that leaves while history is read is not subscribed', async () => {
  const server = fakeDatabase(() => 0.5, 30, 0)
  const frameLog = new FrameLog({ source: server })
  let open = true
  const got: Frame[] = []
  const cutOver = new CutOver(frameLog, server)
  const follower = { isOpen: () => open, send: (frames: Frame[]) => void got.push(...frames) }
  const following = cutOver.follow(follower, 0)
  open = false
  expect(await following).toBe(undefined)
  frameLog.offer(server.commit())
  expect(got).toEqual([])
})

async function following(options: { maxInMemory?: number } = {}) {
  const server = fakeDatabase(() => 0.1, 0, 0)
  const frameLog = new FrameLog({ source: server, retryMs: 1, ...options })
  await frameLog.refresh()
  const got: Frame[] = []
  const cutOver = new CutOver(frameLog, server)
  await cutOver.follow({ isOpen: () => true, send: (frames) => void got.push(...frames) }, 0)
  got.shift()
  return { server, frameLog, got, cutOver }
}

/** A slow database of one tournament, without the changes up to `pruned`. */
function fakeDatabase(random: () => number, latest: number, pruned: number) {
  let failures = 0
  let snapshots = 0
  const change = (version: number) => ({ type: 'change', version, tournament: 1 }) as Change
  async function read<T>(query: () => T): Promise<T> {
    const early = random() < 0.5 ? { result: query() } : undefined
    for (let i = Math.floor(random() * 4); i > 0; i--) await tick(random)
    if (failures > 0) {
      failures--
      throw new Error('away')
    }
    return early ? early.result : query()
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

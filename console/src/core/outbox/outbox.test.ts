import { expect, test } from 'vitest'
import {
  fakeClock,
  fakeNetwork,
  fakeServer,
  matchRow,
  memoryStorage,
  seeded,
  settled,
} from '../../../../test/support/console-session.ts'
import { ownStepsIn } from '../live/own-steps.ts'
import { optimisticMatch } from './optimistic.ts'
import { postCommandTo } from './post-command.ts'
import type { PendingCommand, Pressed } from './pending-command.ts'
import { newSession } from '../live/session.ts'

const plusBlue: Pressed = { type: 'AddScore', match: 12, team: 10, by: 1 }
const plusGold: Pressed = { type: 'AddScore', match: 12, team: 20, by: 1 }
const placed = {
  place: 'blue',
  label: '+1 Blue in M12',
  failure: 'Could not update Blue team score',
}

type Call = { id: string; path: string; team: number }
type Answering = (call: Call) => Response | 'never' | 'no network'

/** A desk in memory: at most once per id, and it answers what it is told to. */
function evening(answering: Answering = () => ok()) {
  const clock = fakeClock(1_000_000)
  const server = fakeServer(1)
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 0 })], gone: [] } })
  const network = fakeNetwork(server, clock, () => [5])
  const calls: Call[] = []
  const kept: { presses: PendingCommand[] } = { presses: [] }
  const desk = { answering }
  const fetch = (async (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    const body = JSON.parse(init.body as string) as { team: number }
    const call = { id: headers['Idempotency-Key']!, path, team: body.team }
    calls.push(call)
    await new Promise<void>((resolve) => clock.after(20, resolve))
    const answer = desk.answering(call)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    if (answer === 'never') await new Promise(() => {})
    return answer
  }) as typeof globalThis.fetch
  let made = 0
  const open = () => {
    const session = newSession(1, {
      cache: null,
      connect: network.connect,
      clock,
      random: seeded(1),
      post: postCommandTo(fetch, 'Tablet 1'),
      newId: () => `p${++made}`,
      keep: { read: () => kept.presses, write: (presses) => (kept.presses = presses) },
      own: ownStepsIn(memoryStorage, 1),
    })
    session.open()
    return session
  }
  const session = open()
  const presses = (of = session) => of.store.getState().presses
  const states = (of = session) => presses(of).map(({ id, state }) => `${id} ${state}`)
  return { clock, server, network, calls, desk, session, presses, states, open, kept }
}

function ok(version = 1): Response {
  return Response.json({ id: 12 }, { headers: { 'X-Version': `${version}` } })
}

function refusal(detail: string, status = 409): Response {
  return Response.json({ detail, code: 'NO' }, { status })
}

function beat(server: { beat(): void }, clock: ReturnType<typeof fakeClock>): void {
  clock.after(5_000, () => {
    server.beat()
    beat(server, clock)
  })
}

test('P11 a press is kept before it is shown, and shown in one step', () => {
  const { session, kept, presses } = evening()
  const steps: string[] = []
  session.store.subscribe(({ presses: shown }) => {
    steps.push(`${shown.length} shown, ${kept.presses.length} kept`)
  })
  session.press({ command: plusBlue, ...placed })
  expect(steps).toEqual(['1 shown, 1 kept'])
  expect(presses()[0]?.tried).toBe(true)
})

test('P2 a press is sent under one id, however often it is tried', async () => {
  let tries = 0
  const { clock, session, calls, states } = evening(() => (++tries < 4 ? 'no network' : ok()))
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(100)
  expect(states()).toEqual(['p1 offline'])
  await clock.turn(8_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1', 'p1', 'p1'])
})

test('P2 a press outlives the page, under its id', async () => {
  const { clock, session, calls, states, open, desk } = evening(() => 'no network')
  session.press({ ...placed, command: plusBlue })
  await clock.turn(100)
  session.close()
  desk.answering = () => ok()
  const next = open()
  expect(states(next)).toEqual(['p1 offline'])
  await clock.turn(1_000)
  expect(states(next)).toEqual([])
  expect(new Set(calls.map((call) => call.id))).toEqual(new Set(['p1']))
})

test('P11 a press is pending until the answer and its frame are there', async () => {
  const { clock, server, session, states, presses } = evening(() => ok(2))
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  expect(states()).toEqual(['p1 sending'])
  const row = () => session.store.getState().live.rows.match['12']!
  expect(optimisticMatch(row(), presses()).unconfirmed).toEqual(['blueScore'])
  await clock.turn(100)
  expect(states()).toEqual(['p1 answered'])
  expect(optimisticMatch(row(), presses())).toMatchObject({
    match: { blueScore: 1 },
    unconfirmed: [],
  })
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 1 })], gone: [] } }, 'p1')
  await clock.turn(100)
  expect(states()).toEqual([])
  expect(optimisticMatch(row(), presses()).match.blueScore).toBe(1)
})

test('P11 the frame alone confirms when the answer is lost, and nothing is sent again', async () => {
  const { clock, server, session, states, calls } = evening(() => 'never')
  await clock.turn(100)
  const drawnScores: number[] = []
  session.store.subscribe(({ live, presses }) => {
    drawnScores.push(optimisticMatch(live.rows.match['12']!, presses).match.blueScore)
  })
  session.press({ ...placed, command: plusBlue })
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 1 })], gone: [] } }, 'p1')
  await clock.turn(30_000)
  expect(states()).toEqual([])
  expect(calls).toHaveLength(1)
  expect(new Set(drawnScores)).toEqual(new Set([1]))
})

test('P11 a press that was refused once, and done by an earlier attempt, is not shown as refused', async () => {
  let attempts = 0
  const { clock, server, network, session, states } = evening(() =>
    ++attempts === 1 ? 'never' : refusal('M12 is level.'),
  )
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(15_000)
  expect(states()).toEqual(['p1 refused'])
  network.cut()
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 1 })], gone: [] } }, 'p1')
  // So many that the console gets all rows anew.
  for (let i = 0; i < 20; i++) server.commit({})
  await clock.turn(30_000)
  expect(session.store.getState().live.version).toBe(22)
  expect(states()).toEqual([])
})

test('R-PE-4 what a device may not do is refused with its reason, and not tried again', async () => {
  const detail = 'This device may only look. An admin can change that under Devices.'
  const { clock, session, presses, calls, open } = evening(() => refusal(detail, 403))
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(120_000)
  expect(presses()).toMatchObject([{ state: 'refused', reason: detail }])
  expect(calls).toHaveLength(1)
  session.close()
  const next = open()
  await clock.turn(120_000)
  expect(presses(next), 'nor after the page was loaded anew').toEqual([])
  expect(calls).toHaveLength(1)
})

test('P11 a refusal keeps its reason until it is dismissed, and the value goes back', async () => {
  const { clock, session, presses } = evening(() => refusal('M12 is complete.'))
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(60_000)
  expect(presses()).toMatchObject([
    { state: 'refused', reason: 'M12 is complete.', failure: 'Could not update Blue team score' },
  ])
  const row = session.store.getState().live.rows.match['12']!
  expect(optimisticMatch(row, presses()).match.blueScore).toBe(0)
  session.dismiss('p1')
  expect(presses()).toEqual([])
})

test('after 3 s a press is "not saved yet"; retry sends the same id', async () => {
  const { clock, session, states, calls, desk } = evening(() => 'never')
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(2_900)
  expect(states()).toEqual(['p1 sending'])
  await clock.turn(200)
  expect(states()).toEqual(['p1 late'])
  desk.answering = () => ok()
  session.retry('p1')
  await clock.turn(100)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1'])
})

test('a busy server is asked again later with the same id', async () => {
  let tries = 0
  const busy = () =>
    Response.json({ detail: 'later' }, { status: 503, headers: { 'Retry-After': '2' } })
  const { clock, session, calls, states } = evening(() => (++tries === 1 ? busy() : ok()))
  await clock.turn(100)
  session.press({ ...placed, command: plusBlue })
  await clock.turn(1_500)
  expect(calls).toHaveLength(1)
  await clock.turn(1_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1'])
})

test('presses made offline go in order when the line is back, each once', async () => {
  const { clock, network, session, calls, states, desk } = evening(() => 'no network')
  await clock.turn(100)
  network.up = false
  network.cut()
  for (const command of [plusBlue, plusGold, plusBlue]) session.press({ ...placed, command })
  await clock.turn(20_000)
  expect(states()).toEqual(['p1 offline', 'p2 offline', 'p3 offline'])
  calls.length = 0
  desk.answering = () => ok()
  network.up = true
  session.tryNow()
  await clock.turn(1_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => `${call.id} ${call.team}`)).toEqual(['p1 10', 'p2 20', 'p3 10'])
})

test('after 60 s offline nothing is sent unasked', async () => {
  const { clock, network, session, calls, states, desk } = evening(() => 'no network')
  await clock.turn(100)
  network.up = false
  network.cut()
  session.press({ ...placed, command: plusBlue })
  session.press({ ...placed, command: plusGold })
  await clock.turn(70_000)
  calls.length = 0
  desk.answering = () => ok()
  network.up = true
  session.tryNow()
  await clock.turn(20_000)
  expect(states()).toEqual(['p1 asking', 'p2 asking'])
  expect(calls).toEqual([])
  session.dismiss('p1')
  session.retry('p2')
  await clock.turn(1_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p2'])
})

test('select-next that found nothing is a refusal with the texts', async () => {
  const answer = { success: false, match: null, skipped: ['M7 waits: Bees are on Cabinet 2'] }
  const { clock, session, presses } = evening(() => Response.json(answer))
  session.press({ ...placed, command: { type: 'SelectNext', cabinet: 3 } })
  await clock.turn(100)
  expect(presses()).toMatchObject([{ state: 'refused', reason: 'M7 waits: Bees are on Cabinet 2' }])
})

test('P2 P11 100 seeded evenings: what the desk counted is what was pressed, once each', async () => {
  for (let seed = 1; seed <= 100; seed++) {
    const random = seeded(seed)
    const counted = new Map<string, number>()
    const { clock, server, network, session, desk } = evening()
    beat(server, clock)
    const add = ({ id }: Call) => {
      if (!counted.has(id)) {
        counted.set(id, 2)
        const row = matchRow({ id: 12, blueScore: counted.size })
        counted.set(id, server.commit({ match: { put: [row], gone: [] } }, id))
      }
      return ok(counted.get(id))
    }
    desk.answering = (call) => {
      const luck = random()
      if (luck < 0.2) return 'no network'
      const answer = add(call)
      return luck < 0.4 ? 'no network' : luck < 0.5 ? 'never' : answer
    }
    let pressed = 0
    await clock.turn(100)
    for (let i = 0; i < 8; i++) {
      if (random() < 0.3) network.cut()
      session.press({ ...placed, command: plusBlue })
      pressed++
      await clock.turn(Math.floor(random() * 3_000))
    }
    desk.answering = add
    await clock.turn(30_000)
    const { live, presses } = session.store.getState()
    expect({
      seed,
      presses,
      score: live.rows.match['12']?.blueScore,
      counted: counted.size,
    }).toEqual({
      seed,
      presses: [],
      score: pressed,
      counted: pressed,
    })
    session.close()
    await settled()
  }
})

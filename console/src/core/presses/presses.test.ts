import { expect, test } from 'vitest'
import { mulberry32 } from '#events/simulation/random.ts'
import {
  fakeClock,
  fakeNetwork,
  fakeServer,
  matchRow,
  memoryStorage,
  settled,
} from '#test/support/console-session.ts'
import { times } from '#test/support/long-runs.ts'
import { ownStepsIn } from '../live/own-steps.ts'
import { optimisticMatch } from './optimistic.ts'
import { attemptBy } from '../writes/attempt.ts'
import type { PendingCommand, ControlCommand } from './pending-command.ts'
import { newLiveSession } from '../live/live-session.ts'

const plusBlue: ControlCommand = { type: 'AddScore', match: 12, team: 10, by: 1 }
const plusGold: ControlCommand = { type: 'AddScore', match: 12, team: 20, by: 1 }
const control = {
  place: 'blue',
  label: '+1 Blue in M12',
  failure: 'Could not update Blue team score',
}

type Call = { id: string; path: string; team: number }
type AnswerTo = (call: Call) => Response | 'never' | 'no network'

/** A session with a desk in memory, whose answers the test decides. */
function setup(answerTo: AnswerTo = () => ok()) {
  const clock = fakeClock(1_000_000)
  const server = fakeServer(1)
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 0 })], gone: [] } })
  const network = fakeNetwork(server, clock, () => [5])
  const calls: Call[] = []
  const kept: { presses: PendingCommand[] } = { presses: [] }
  const desk = { answerTo }
  const fetch = (async (path: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    const body = JSON.parse(init.body as string) as { team: number }
    const call = { id: headers['Idempotency-Key']!, path, team: body.team }
    calls.push(call)
    await new Promise<void>((resolve) => clock.after(20, resolve))
    const answer = desk.answerTo(call)
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    if (answer === 'never') await new Promise(() => {})
    return answer
  }) as typeof globalThis.fetch
  let pressCount = 0
  const open = () => {
    const session = newLiveSession(1, {
      cache: null,
      connect: network.connect,
      clock,
      random: mulberry32(1),
      attempt: attemptBy(fetch, 'Tablet 1'),
      newId: () => `p${++pressCount}`,
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

test('P11 a press is stored before it is shown, and shown in one update', () => {
  const { session, kept, presses } = setup()
  const steps: string[] = []
  session.store.subscribe(({ presses: shown }) => {
    steps.push(`${shown.length} shown, ${kept.presses.length} kept`)
  })
  session.press({ command: plusBlue, ...control })
  expect(steps).toEqual(['1 shown, 1 kept'])
  expect(presses()[0]?.tried).toBe(true)
})

test('P2 a press is sent under one id, however often it is retried', async () => {
  let tries = 0
  const { clock, session, calls, states } = setup(() => (++tries < 4 ? 'no network' : ok()))
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(100)
  expect(states()).toEqual(['p1 offline'])
  await clock.turn(8_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1', 'p1', 'p1'])
})

test('P2 a press survives a reload of the page and keeps its id', async () => {
  const { clock, session, calls, states, open, desk } = setup(() => 'no network')
  session.press({ ...control, command: plusBlue })
  await clock.turn(100)
  session.close()
  desk.answerTo = () => ok()
  const next = open()
  expect(states(next)).toEqual(['p1 offline'])
  await clock.turn(1_000)
  expect(states(next)).toEqual([])
  expect(new Set(calls.map((call) => call.id))).toEqual(new Set(['p1']))
})

test('P11 a press is pending until its answer and its frame have arrived', async () => {
  const { clock, server, session, states, presses } = setup(() => ok(2))
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
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

test('P11 if the answer is lost the frame alone confirms a press, and nothing is sent again', async () => {
  const { clock, server, session, states, calls } = setup(() => 'never')
  await clock.turn(100)
  const drawnScores: number[] = []
  session.store.subscribe(({ live, presses }) => {
    drawnScores.push(optimisticMatch(live.rows.match['12']!, presses).match.blueScore)
  })
  session.press({ ...control, command: plusBlue })
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 1 })], gone: [] } }, 'p1')
  await clock.turn(30_000)
  expect(states()).toEqual([])
  expect(calls).toHaveLength(1)
  expect(new Set(drawnScores)).toEqual(new Set([1]))
})

test('P11 a refused press is not shown as refused if an earlier attempt took effect', async () => {
  let attempts = 0
  const { clock, server, network, session, states } = setup(() =>
    ++attempts === 1 ? 'never' : refusal('M12 is level.'),
  )
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(15_000)
  expect(states()).toEqual(['p1 refused'])
  network.cut()
  server.commit({ match: { put: [matchRow({ id: 12, blueScore: 1 })], gone: [] } }, 'p1')
  // So many commits that the console receives a snapshot.
  for (let i = 0; i < 20; i++) server.commit({})
  await clock.turn(30_000)
  expect(session.store.getState().live.version).toBe(22)
  expect(states()).toEqual([])
})

test('R-PE-4 a press that the device may not make is refused with its reason and not retried', async () => {
  const detail = 'This device is read-only. An admin can change that under Devices.'
  const { clock, session, presses, calls, open } = setup(() => refusal(detail, 403))
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(120_000)
  expect(presses()).toMatchObject([{ state: 'refused', reason: detail }])
  expect(calls).toHaveLength(1)
  session.close()
  const next = open()
  await clock.turn(120_000)
  expect(presses(next), 'nor after a reload of the page').toEqual([])
  expect(calls).toHaveLength(1)
})

test('P11 a refusal keeps its reason until it is dismissed, and the old value is shown again', async () => {
  const { clock, session, presses } = setup(() => refusal('M12 is complete.'))
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(60_000)
  expect(presses()).toMatchObject([
    { state: 'refused', reason: 'M12 is complete.', failure: 'Could not update Blue team score' },
  ])
  const row = session.store.getState().live.rows.match['12']!
  expect(optimisticMatch(row, presses()).match.blueScore).toBe(0)
  session.dismiss('p1')
  expect(presses()).toEqual([])
})

test('a press is late after 3 s, and retry sends the same id', async () => {
  const { clock, session, states, calls, desk } = setup(() => 'never')
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(2_900)
  expect(states()).toEqual(['p1 sending'])
  await clock.turn(200)
  expect(states()).toEqual(['p1 late'])
  desk.answerTo = () => ok()
  session.retry('p1')
  await clock.turn(100)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1'])
})

// 408: the server gave up on a connection, for example of a process that was suspended.
test.each([408, 425, 429, 502, 503, 504])(
  'a press that the server answers with %i is retried later with the same id',
  async (status) => {
    let tries = 0
    const busy = () =>
      Response.json({ detail: 'later' }, { status, headers: { 'Retry-After': '2' } })
    const { clock, session, calls, states } = setup(() => (++tries === 1 ? busy() : ok()))
    await clock.turn(100)
    session.press({ ...control, command: plusBlue })
    await clock.turn(1_500)
    expect(calls).toHaveLength(1)
    await clock.turn(1_000)
    expect(states()).toEqual([])
    expect(calls.map((call) => call.id)).toEqual(['p1', 'p1'])
  },
)

test('a busy server is left alone until its Retry-After, even if a press or a frame arrives', async () => {
  let tries = 0
  const busy = () => Response.json({}, { status: 503, headers: { 'Retry-After': '2' } })
  const { clock, server, session, calls, states } = setup(() => (++tries === 1 ? busy() : ok()))
  await clock.turn(100)
  session.press({ ...control, command: plusBlue })
  await clock.turn(500)
  session.press({ ...control, command: plusGold })
  server.commit({})
  await clock.turn(1_000)
  expect(calls).toHaveLength(1)
  await clock.turn(1_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => call.id)).toEqual(['p1', 'p1', 'p2'])
})

test('presses made offline are sent in order when the network is back, each once', async () => {
  const { clock, network, session, calls, states, desk } = setup(() => 'no network')
  await clock.turn(100)
  network.up = false
  network.cut()
  for (const command of [plusBlue, plusGold, plusBlue]) session.press({ ...control, command })
  await clock.turn(20_000)
  expect(states()).toEqual(['p1 offline', 'p2 offline', 'p3 offline'])
  calls.length = 0
  desk.answerTo = () => ok()
  network.up = true
  session.tryNow()
  await clock.turn(1_000)
  expect(states()).toEqual([])
  expect(calls.map((call) => `${call.id} ${call.team}`)).toEqual(['p1 10', 'p2 20', 'p3 10'])
})

test('after 60 s offline nothing is sent automatically', async () => {
  const { clock, network, session, calls, states, desk } = setup(() => 'no network')
  await clock.turn(100)
  network.up = false
  network.cut()
  session.press({ ...control, command: plusBlue })
  session.press({ ...control, command: plusGold })
  await clock.turn(70_000)
  calls.length = 0
  desk.answerTo = () => ok()
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

test('P11 old presses stay offline until the socket is live, and only then a person is asked', async () => {
  const { clock, network, session, states, calls } = setup(() => 'no network')
  await clock.turn(100)
  network.up = false
  network.cut()
  session.press({ ...control, command: plusBlue })
  await clock.turn(90_000)
  expect(states()).toEqual(['p1 offline'])
  const before = calls.length
  await clock.turn(600_000)
  expect(states(), 'however often it is tried').toEqual(['p1 offline'])
  expect(calls).toHaveLength(before)
  network.up = true
  session.tryNow()
  await clock.turn(1_000)
  expect(states()).toEqual(['p1 asking'])
})

test('select-next without a match is a refusal with the reasons of the skipped matches', async () => {
  const answer = { success: false, match: null, skipped: ['M7 waits: Bees are on Cabinet 2'] }
  const { clock, session, presses } = setup(() => Response.json(answer))
  session.press({ ...control, command: { type: 'SelectNext', cabinet: 3 } })
  await clock.turn(100)
  expect(presses()).toMatchObject([{ state: 'refused', reason: 'M7 waits: Bees are on Cabinet 2' }])
})

test('P11 if the session has ended, presses are kept, and sent after the sign-in', async () => {
  const { clock, session, states, presses, kept, desk, open, calls } = setup(() =>
    Response.json({ detail: 'Not signed in' }, { status: 401 }),
  )
  session.press({ ...control, command: plusBlue })
  session.press({ ...control, command: plusGold })
  await clock.turn(100)
  expect(states()).toEqual(['p1 asking', 'p2 asking'])
  expect(presses()[0]?.reason).toBe('Not signed in')
  expect(kept.presses).toHaveLength(2)
  session.close()
  desk.answerTo = () => ok()
  const again = open()
  await clock.turn(1_000)
  expect(states(again)).toEqual([])
  expect(calls.map(({ id }) => id)).toEqual(['p1', 'p1', 'p2'])
})

const evenings = times(50, 10_000)

test(`P2 P11 in ${evenings} seeded evenings the desk counts each press exactly once`, async () => {
  for (let seed = 1; seed <= evenings; seed++) {
    const random = mulberry32(seed)
    const counted = new Map<string, number>()
    const { clock, server, network, session, desk } = setup()
    beat(server, clock)
    const add = ({ id }: Call) => {
      if (!counted.has(id)) {
        counted.set(id, 2)
        const row = matchRow({ id: 12, blueScore: counted.size })
        counted.set(id, server.commit({ match: { put: [row], gone: [] } }, id))
      }
      return ok(counted.get(id))
    }
    desk.answerTo = (call) => {
      const luck = random()
      if (luck < 0.2) return 'no network'
      const answer = add(call)
      return luck < 0.4 ? 'no network' : luck < 0.5 ? 'never' : answer
    }
    let pressed = 0
    await clock.turn(100)
    for (let i = 0; i < 8; i++) {
      if (random() < 0.3) network.cut()
      session.press({ ...control, command: plusBlue })
      pressed++
      await clock.turn(Math.floor(random() * 3_000))
    }
    desk.answerTo = add
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

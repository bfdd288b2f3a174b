// Plays simulated games at the cabinets of practices. Like at a real cabinet, a client with the
// cabinet's token sends events to the intake. Other cabinets are never simulated.
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { TournamentId } from '#events/ids.ts'
import { playGame } from '#events/simulation/play.ts'
import { openPause, pause } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { hashOf, newSecret } from '../web/index.ts'
import { claim, release } from './claim.ts'
import type { Practice } from './claim.ts'
import { cabinetClock, sendInTime, waitUntil } from './cabinet-clock.ts'
import type { ClockAndSignal } from './cabinet-clock.ts'
import { connectCabinet } from './client.ts'
import type { CabinetClient } from './client.ts'

export type PracticeTimes = {
  /** speed relative to the real clock */
  speed: number
  gameSeconds: number
  pauseSeconds: number
  /** interval for checking whether a match was started */
  lookMs: number
  /** interval for taking over practices of other processes while this one plays none */
  idleMs: number
}
type PracticeOptions = {
  log: Pick<Log, 'answer' | 'publish'>
  store: Store
  /** where the intake of this process listens */
  host: string
  port: number
  times?: Partial<PracticeTimes> | undefined
  logError: (message: string, error: unknown) => void
}

/** Games are short, because people who practise do not watch them. */
const defaultTimes: PracticeTimes = {
  speed: 1,
  gameSeconds: 25,
  pauseSeconds: 8,
  lookMs: 1_000,
  idleMs: 30_000,
}
const maxGames = 200

export function startPractices(options: PracticeOptions): { stop(): Promise<void> } {
  const { log, store, logError } = options
  const times = { ...defaultTimes, ...options.times }
  const runner = randomUUID()
  const running = new Map<TournamentId, { stop(): void; done: Promise<void> }>()
  const idle = openPause()
  let isEnding = false

  function begin(practice: Practice): void {
    const stopping = new AbortController()
    const done = play(practice, { ...options, times, signal: stopping.signal })
      .catch((error: unknown) => logError('practice', error))
      .finally(() => running.delete(practice.tournament))
    running.set(practice.tournament, { stop: () => stopping.abort(), done })
  }

  async function check(): Promise<void> {
    const claimed = await claim(store, runner)
    for (const [tournament, { stop }] of running) {
      if (!claimed.some((practice) => practice.tournament === tournament)) stop()
    }
    for (const practice of claimed) if (!running.has(practice.tournament)) begin(practice)
  }

  async function watch(): Promise<void> {
    while (!isEnding) {
      await check().catch((error: unknown) => logError('practices', error))
      await idle.wait(running.size > 0 ? times.lookMs : times.idleMs)
    }
  }

  /** Called when somebody begins a practice. */
  async function onBegin(): Promise<object> {
    idle.wake()
    return {}
  }

  const watching = watch()
  const endAnswers = log.answer('intake.practice', onBegin, 'practice')
  return {
    async stop() {
      endAnswers()
      isEnding = true
      idle.wake()
      await watching
      for (const { stop } of running.values()) stop()
      await Promise.all([...running.values()].map(({ done }) => done))
      await release(store, runner).catch((error: unknown) => logError('practices', error))
    },
  }
}

type PlayOptions = PracticeOptions & { times: PracticeTimes; signal: AbortSignal }

/** Plays with a new token, so that no other client can act as this cabinet. */
async function play(practice: Practice, options: PlayOptions): Promise<void> {
  const { cabinet, scene: sceneName, name: cabinetName } = practice
  const { log, store, times, signal } = options
  const token = newSecret()
  const update = store.db.updateTable('kept.cabinet').set({ tokenHash: hashOf(token) })
  await update.where('id', '=', cabinet).execute()
  log.publish('intake.token', { cabinet })
  const url = urlOf(options)
  const client = connectCabinet({ url, sceneName, cabinetName, token })
  const clockAndSignal: ClockAndSignal = { clock: cabinetClock(times.speed), signal }
  client.send(alive(clockAndSignal))
  try {
    for (let game = 1; game <= maxGames && !signal.aborted;) {
      if (await isPlaying(store, practice)) {
        await playOne(client, {
          seed: `${practice.tournament} ${token} ${game++}`,
          times,
          clockAndSignal,
        })
      } else await pause(times.lookMs, signal)
    }
  } finally {
    await client.close()
  }
}

/** A server that listens on all addresses is reached at the loopback address. */
const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function urlOf({ host, port }: Pick<PracticeOptions, 'host' | 'port'>): string {
  const name = loopback[host] ?? host
  return `ws://${isIPv6(name) ? `[${name}]` : name}:${port}/ws/stats_listener/v3`
}

/** An event that shows the cabinet online before the first game. */
function alive({ clock }: ClockAndSignal) {
  const time = new Date(clock.now()).toISOString()
  return { gameID: null, eventID: randomUUID(), time, type: 'alive', values: [] }
}

/** Whether a match is in progress at the cabinet; games are played only then. */
async function isPlaying({ db }: Store, { tournament, cabinet }: Practice): Promise<boolean> {
  const match = await db
    .selectFrom('view.match')
    .select('id')
    .where('tournament', '=', tournament)
    .where('activeCabinet', '=', cabinet)
    .executeTakeFirst()
  return match !== undefined
}

type GameOptions = { seed: string; times: PracticeTimes; clockAndSignal: ClockAndSignal }

async function playOne(
  client: CabinetClient,
  { seed, times, clockAndSignal }: GameOptions,
): Promise<void> {
  const { gameSeconds, pauseSeconds } = times
  const startAt = new Date(clockAndSignal.clock.now())
  const events = playGame({ seed, startAt, seconds: gameSeconds })
  await sendInTime(client, events, clockAndSignal)
  await waitUntil(clockAndSignal, Date.parse(events.at(-1)!.time) + pauseSeconds * 1_000)
}

// Plays simulated games at the cabinets of practices, by the way that real cabinets take: a client with
// the cabinet's token sends events to the intake. Nobody is played for but those who practise.
import { randomUUID } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CabinetId, TournamentId } from '../../events/ids.ts'
import { playGame } from '../../events/simulation/play.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { hashOf, newSecret } from '../web/index.ts'
import { cabinetClock, sendInTime, waitUntil } from './cabinet-clock.ts'
import type { Pace } from './cabinet-clock.ts'
import { connectCabinet } from './client.ts'
import type { CabinetClient } from './client.ts'

export type PracticeTimes = {
  /** how many times faster than the real clock */
  speed: number
  gameSeconds: number
  pauseSeconds: number
  /** how often it is looked whether a match was started */
  lookMs: number
  /** how often, where nothing is played, whether another process has left a practice */
  idleMs: number
}
type PracticeOptions = {
  log: Pick<Log, 'answer'>
  store: Store
  /** where the intake of this process listens */
  host: string
  port: number
  times?: Partial<PracticeTimes> | undefined
  note: (what: string, error: unknown) => void
}
type Practice = { tournament: TournamentId; cabinet: CabinetId; scene: string; name: string }

/** Short games: who practises presses, and does not watch. */
const ownTimes: PracticeTimes = {
  speed: 1,
  gameSeconds: 25,
  pauseSeconds: 8,
  lookMs: 1_000,
  idleMs: 30_000,
}
const maxGames = 200
/** Another process plays on when this one has not said for so long that it does. */
const leaseSeconds = 10

export function startPractices(options: PracticeOptions): { stop(): Promise<void> } {
  const { log, store, note } = options
  const times = { ...ownTimes, ...options.times }
  const ending = new AbortController()
  const runner = randomUUID()
  const running = new Map<TournamentId, { stop(): void; done: Promise<void> }>()
  let isAsked = false
  let wake = () => {}

  function begin(practice: Practice): void {
    const stopping = new AbortController()
    const done = play(practice, { ...options, times, signal: stopping.signal })
      .catch((error: unknown) => note('practice', error))
      .finally(() => running.delete(practice.tournament))
    running.set(practice.tournament, { stop: () => stopping.abort(), done })
  }

  async function look(): Promise<void> {
    const own = await claim(store, runner)
    for (const [tournament, { stop }] of running) {
      if (!own.some((practice) => practice.tournament === tournament)) stop()
    }
    for (const practice of own) if (!running.has(practice.tournament)) begin(practice)
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch((error: unknown) => note('practices', error))
      if (isAsked) {
        isAsked = false
        continue
      }
      const woken = new AbortController()
      wake = () => woken.abort()
      const signal = AbortSignal.any([woken.signal, ending.signal])
      const restMs = running.size > 0 ? times.lookMs : times.idleMs
      await sleep(restMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Somebody has begun a practice. */
  async function ask(): Promise<object> {
    isAsked = true
    wake()
    return {}
  }

  const watching = watch()
  const endAnswers = log.answer('intake.practice', ask, 'practice')
  return {
    async stop() {
      endAnswers()
      ending.abort()
      await watching
      for (const { stop } of running.values()) stop()
      await Promise.all([...running.values()].map(({ done }) => done))
      await release(store, runner).catch((error: unknown) => note('practices', error))
    },
  }
}

/** Those that are to be played here; what has ended is forgotten. All clocks are the database's. */
async function claim({ pool }: Store, runner: string): Promise<Practice[]> {
  await pool.query(
    `delete from kept.practice p where ends_at <= now()
     or exists (select from view.tournament_version v where v.tournament = p.tournament)
       and not exists (select from view.tournament t where t.id = p.tournament and t.is_active)`,
  )
  const { rows } = await pool.query<Practice>(
    `update kept.practice p set runner = $1, run_until = now() + make_interval(secs => $2)
     from kept.cabinet c join kept.scene s on s.id = c.scene
     where c.id = p.cabinet and (p.runner = $1 or p.run_until is null or p.run_until < now())
     returning p.tournament, p.cabinet, s.name as scene, c.name`,
    [runner, leaseSeconds],
  )
  return rows
}

/** Whoever comes next plays on at once. */
async function release({ db }: Store, runner: string): Promise<void> {
  const own = db.updateTable('kept.practice').set({ runner: null, runUntil: null })
  await own.where('runner', '=', runner).execute()
}

type Playing = PracticeOptions & { times: PracticeTimes; signal: AbortSignal }

/** Whoever plays has a token of its own: nobody else can be this cabinet. */
async function play(practice: Practice, options: Playing): Promise<void> {
  const { cabinet, scene: sceneName, name: cabinetName } = practice
  const { store, times, signal } = options
  const token = newSecret()
  const changed = store.db.updateTable('kept.cabinet').set({ tokenHash: hashOf(token) })
  await changed.where('id', '=', cabinet).execute()
  const url = urlOf(options)
  const client = connectCabinet({ url, sceneName, cabinetName, token })
  const pace: Pace = { clock: cabinetClock(times.speed), signal }
  client.send(alive(pace))
  try {
    for (let game = 1; game <= maxGames && !signal.aborted;) {
      if (await isPlaying(store, practice)) {
        await playOne(client, { seed: `${practice.tournament} ${token} ${game++}`, times, pace })
      } else await sleep(times.lookMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    await client.close()
  }
}

/** Who listens everywhere listens on the loopback address too. */
const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

function urlOf({ host, port }: Pick<PracticeOptions, 'host' | 'port'>): string {
  const name = loopback[host] ?? host
  return `ws://${isIPv6(name) ? `[${name}]` : name}:${port}/ws/stats_listener/v3`
}

/** Says that the cabinet is there before anything is played at it. */
function alive({ clock }: Pace) {
  const time = new Date(clock.now()).toISOString()
  return { gameID: null, eventID: randomUUID(), time, type: 'alive', values: [] }
}

/** Nobody stands at a cabinet for which no match was started. */
async function isPlaying({ db }: Store, { tournament, cabinet }: Practice): Promise<boolean> {
  const match = await db
    .selectFrom('view.match')
    .select('id')
    .where('tournament', '=', tournament)
    .where('activeCabinet', '=', cabinet)
    .executeTakeFirst()
  return match !== undefined
}

type Playable = { seed: string; times: PracticeTimes; pace: Pace }

async function playOne(client: CabinetClient, { seed, times, pace }: Playable): Promise<void> {
  const { gameSeconds, pauseSeconds } = times
  const startAt = new Date(pace.clock.now())
  const events = playGame({ seed, startAt, pace: gameSeconds })
  await sendInTime(client, events, pace)
  await waitUntil(pace, Date.parse(events.at(-1)!.time) + pauseSeconds * 1_000)
}

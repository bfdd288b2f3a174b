// Follows the log and does what a referee would do at once: counts finished games, calls the next
// match when a queue timer is due. Its command ids come from what caused them, so a restart or a
// second referee changes nothing (P2).
import type { Desk } from '../desk/index.ts'
import { lead, nameInPair } from '../log/index.ts'
import type { Log, LogPair, StoredFacts } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { openCommits, trusted } from './commits.ts'
import type { Commits, SavedCommits } from './commits.ts'
import type { ActiveMatch } from './active-matches.ts'
import { openGames } from './games.ts'
import type { GameProgress, ObservedGame, Position } from './games.ts'
import type { CountedGame, GameVerdict } from '../../events/view/frames.ts'
import { pause, openSend } from './send.ts'
import { watchOfflineCabinets } from './offline-cabinets.ts'
import type { Send } from './send.ts'
import { openTimers } from './timers.ts'
import { openTournamentQueues } from './tournament-queues.ts'
import { openFollowerStatus } from '../telemetry/index.ts'
import type { Reached } from '../telemetry/index.ts'

export type Referee = {
  stop(): Promise<void>
  /** rejects when it follows the log no more */
  isAlive(): Promise<void>
}

const retryMs = 250
const saveEveryMs = 2_000
/** Keys of what is noted of each pair of streams. */
const noted = { facts: 'referee.facts', commits: 'referee.commits' }
export const noteKeyOf = (what: keyof typeof noted, { index }: Pick<LogPair, 'index'>) =>
  nameInPair(noted[what], index)

type RefereeOptions = {
  log: Log
  desk: Desk
  /** those of the process; left out, it has its own */
  states?: States
  note?: (what: string, error: unknown) => void
}

export async function startReferee(options: RefereeOptions): Promise<Referee> {
  const { log, desk, states = openStates({ log }), note = () => {} } = options
  const ending = new AbortController()
  const { signal } = ending
  const parts = { log, desk, states, note }
  /** by pair, where it is this process that follows */
  const positions = new Map<number, () => Reached>()
  const reached = () => [...positions].map(([pair, of]): [number, Reached] => [pair, of()])
  const leading = { bus: log, role: 'referee', pairs: log.pairs.length, signal } as const
  const working = [
    lead(leading, async (index, until) => {
      const pair = log.pairs[index]!
      while (!until.aborted) {
        await refereePair({ ...parts, pair, positions }, until).catch((error: unknown) =>
          note('following the log', error),
        )
        positions.delete(index)
        await pause(retryMs, until)
      }
    }),
  ]
  const { isAlive, end } = openFollowerStatus({ name: 'referee', reached, working })
  return {
    isAlive,
    async stop() {
      ending.abort()
      end()
      await Promise.all(working)
      if (!options.states) states.close()
    },
  }
}

type PairOptions = Required<Omit<RefereeOptions, 'states'>> & {
  states: States
  pair: LogPair
  positions: Map<number, () => Reached>
}

/** Does what follows from a pair of streams until the signal. */
async function refereePair(options: PairOptions, signal: AbortSignal): Promise<void> {
  const { log, desk, states, note, pair, positions } = options
  const saved = (await log.notes.get(noteKeyOf('facts', pair))) as
    | (Position & { seq: number })
    | null
  const games = openGames(saved ? await withOnline(log, saved) : { best: {}, offline: [] })
  let factsSeen = saved?.seq ?? 0
  const send = openSend({ desk, offline: games.offline, signal, note })
  const timers = openTimers(async (tournament, { cabinet, dueAt }, after) => {
    const again = after === null ? '' : ` ${after}`
    const cause = `timer ${tournament} ${cabinet} ${dueAt}${again}`
    const answer = await send(tournament, cause, { type: 'FireTimer', cabinet, dueAt })
    // The desk's clock decides; ours may be a little ahead.
    return !answer || !('refused' in answer) || answer.refused !== 'TIMER_NOT_DUE'
  })
  const savedCommits = (await log.notes.get(noteKeyOf('commits', pair))) as SavedCommits | null
  const commits = openCommits({
    pair,
    states,
    saved: await trusted(log, savedCommits),
    end: await pair.tail(),
    changed: timers.follow,
  })
  const queues = openTournamentQueues(signal)
  const judging = { log, commits, send, signal, queues }
  const { online, isOnline } = games
  const seen = () => factsSeen
  const offlineWatch = watchOfflineCabinets({ log, pair, online, isOnline, seen, note })
  const reached = () => ({ commits: commits.folded(), facts: factsSeen })
  positions.set(pair.index, reached)
  const endStatus = log.answer(`status.referee.${pair.index}`, async () => reached())

  const oldest = () => queues.oldest(games.oldest(factsSeen))
  const position = openPosition({ log, pair, games, commits, oldest })

  async function takeFacts(batch: StoredFacts[], upTo: number): Promise<void> {
    for (const stored of batch) {
      for (const event of stored.facts.events) {
        const progress = games.take(stored, event)
        if (progress) await judge(judging, progress, stored.seq)
        if (event.type === 'clientOffline') await holdTimers(judging, stored)
        if (signal.aborted) return // seen again after a restart
      }
      factsSeen = stored.seq
    }
    factsSeen = Math.max(factsSeen, upTo)
    await position.saveNowAndThen()
  }

  const following = {
    commits: () => commits.follow(signal),
    facts: () => pair.followFacts(games.oldest(factsSeen), takeFacts, signal),
  }
  const working = Object.entries(following).map(async ([what, work]) => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => note(what, error))
      await pause(retryMs, signal)
    }
  })
  await new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  endStatus()
  await Promise.all([timers.stop(), offlineWatch.stop()])
  await Promise.all(working)
  await queues.idle()
  await position.stop()
}

type NoteOptions = {
  log: Log
  pair: LogPair
  games: ReturnType<typeof openGames>
  commits: Commits
  /** where a restart has to go on in the facts */
  oldest: () => number
}

/** How far both logs were read, noted for a restart. */
function openPosition({ log, pair, games, commits, oldest }: NoteOptions) {
  let savedAt = Date.now()
  let savedSeq = commits.folded()

  async function save(): Promise<void> {
    savedAt = Date.now()
    if (!log.connected()) return
    const seq = oldest()
    await log.notes.put(noteKeyOf('facts', pair), { ...games.position(), seq }).catch(() => {})
    await saveCommits()
  }

  async function saveCommits(): Promise<void> {
    if (commits.folded() === savedSeq || !log.connected()) return
    savedSeq = commits.folded()
    const position = commits.position(games.oldestBeginning())
    if (position) await log.notes.put(noteKeyOf('commits', pair), position).catch(() => {})
  }

  // There are commits where no cabinet says anything.
  const timer = setInterval(() => void saveCommits(), saveEveryMs)
  return {
    saveNowAndThen: async () => (Date.now() - savedAt < saveEveryMs ? undefined : save()),
    async stop(): Promise<void> {
      clearInterval(timer)
      await save()
    },
  }
}

/** Before online cabinets were saved too, each intake noted its own. */
async function withOnline(log: Log, saved: Position): Promise<Position> {
  if (saved.online) return saved
  const keys = await log.notes.keys('intake.')
  const noted = (await Promise.all(keys.map((key) => log.notes.get(key)))) as (number[] | null)[]
  const online = noted.flatMap((cabinets) => cabinets ?? [])
  return { ...saved, online: online.filter((cabinet) => !saved.offline.includes(cabinet)) }
}

type Judging = {
  log: Log
  commits: Commits
  send: Send
  signal: AbortSignal
  queues: ReturnType<typeof openTournamentQueues>
}

/** False when told to stop before the log was read so far. */
async function readUpTo({ commits, signal }: Judging, seq: number): Promise<boolean> {
  while (commits.folded() < seq && !signal.aborted) await pause(5, signal)
  return !signal.aborted
}

/** Whoever shows the score with the end of a game waits for what is told here (wire 3.1). */
async function judge(judging: Judging, progress: GameProgress, seq: number): Promise<void> {
  const { log, commits, queues, signal } = judging
  const { began, ended } = progress
  const seen = began ?? ended?.seen
  if (!seen) return
  const isJudged = seen.began !== null && (await readUpTo(judging, seen.began.after))
  const all = isJudged && seen.began ? commits.on(seen.cabinet, seen.began.after) : []
  const finish = (counted: CountedGame | null) => {
    if (!ended || signal.aborted) return
    ended.seen.settled = true
    const { cabinet, gameID: game } = ended.seen
    log.publish(`judged.${cabinet}`, { cabinet, game, counted } satisfies GameVerdict)
  }
  const [others, on] = [all.slice(0, -1), all.at(-1)]
  if (!on) return finish(null) // casual play
  const played = { seen, on, others }
  await queues.add(on.tournament, seq, async () => finish(await report(judging, progress, played)))
}

type Played = { seen: ObservedGame; on: ActiveMatch; others: ActiveMatch[] }

/** The match a game that ended was reported to; null: to none. */
async function report(
  { send }: Judging,
  { began, ended }: GameProgress,
  { seen: { cabinet, gameID: game }, on, others }: Played,
): Promise<CountedGame | null> {
  const { tournament, match, isFlipped } = on
  if (began) {
    const command = { type: 'BeginGame', game, cabinet, match, isFlipped } as const
    await send(tournament, `begin ${cabinet} ${game}`, command)
  }
  const how = ended?.game
  if (!ended || !how?.winningTeam || !how.winCondition) return null
  const answer = await send(tournament, `finish ${cabinet} ${game}`, {
    type: 'FinishGame',
    game,
    cabinet,
    winningTeam: how.winningTeam,
    winCondition: how.winCondition,
    mapName: how.mapName,
    seconds: how.seconds ?? 0,
    lateBy: ended.lateBy,
    ...(others.length > 0 ? { alsoThere: others.map((one) => one.name) } : {}),
  })
  return answer && 'version' in answer ? { tournament, match, version: answer.version } : null
}

/** Nobody is sent to a cabinet that is away (R-QT-2); a timer armed after it went is none of this. */
async function holdTimers(judging: Judging, { facts, seq: at }: StoredFacts): Promise<void> {
  const { cabinet, after } = facts
  if (!(await readUpTo(judging, after))) return
  for (const { tournament, timer, seq } of judging.commits.timersOf(cabinet)) {
    if (seq > after) continue
    const cause = `offline ${tournament} ${cabinet} ${timer.dueAt}`
    const reason = 'the cabinet went offline'
    await judging.queues.add(tournament, at, async () => {
      await judging.send(tournament, cause, { type: 'HoldTimer', cabinet, reason })
    })
  }
}

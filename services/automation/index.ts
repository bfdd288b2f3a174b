// Follows the log and sends the commands that a human referee would: it counts finished games, and
// starts the next match when a queue timer is due. Command ids are derived from their cause, so
// that a restart or a second one has no effect (P2). 'referee' is the former name of this room, under
// which logs, subjects, checkpoints and operators have it.
import type { Desk } from '../desk/index.ts'
import { lead, nameForPair, pause } from '../log/index.ts'
import type { Log, LogPair, StoredFacts } from '../log/index.ts'
import { openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { openCommits, ifSameLog, pastLostEnd } from './commits.ts'
import type { Commits, SavedCommits } from './commits.ts'
import type { ActiveMatch } from './active-match-history.ts'
import { openGames } from './games.ts'
import type { GameProgress, ObservedGame, SavedGames } from './games.ts'
import type { CountedGame, GameVerdict } from '#events/view/frames.ts'
import { openSend } from './send.ts'
import { watchOfflineCabinets } from './offline-cabinets.ts'
import type { Send } from './send.ts'
import { openTimers } from './timers.ts'
import { openTournamentQueues } from './tournament-queues.ts'
import { openFollowerStatus } from '../telemetry/index.ts'
import type { LogPosition } from '../telemetry/index.ts'

export type Automation = {
  stop(): Promise<void>
  /** rejects if it no longer follows the log */
  isAlive(): Promise<void>
}

const retryMs = 250
const saveEveryMs = 2_000
/** Keys of the checkpoints of a pair of streams. */
const noteKeys = { facts: 'referee.facts', commits: 'referee.commits' }
export const noteKeyOf = (kind: keyof typeof noteKeys, { index }: Pick<LogPair, 'index'>) =>
  nameForPair(noteKeys[kind], index)

type AutomationOptions = {
  log: Log
  desk: Desk
  /** the process's shared instance; by default it opens its own */
  states?: States
  logError?: (what: string, error: unknown) => void
}

export async function startAutomation(options: AutomationOptions): Promise<Automation> {
  const { log, desk, states = openStates({ log }), logError = () => {} } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const dependencies = { log, desk, states, logError }
  /** by pair, for the pairs that this process leads */
  const positions = new Map<number, () => LogPosition>()
  const reached = () => [...positions].map(([pair, of]): [number, LogPosition] => [pair, of()])
  const leading = { bus: log, role: 'referee', pairs: log.pairs.length, signal } as const
  const working = [
    lead(leading, async (index, until) => {
      const pair = log.pairs[index]!
      while (!until.aborted) {
        await refereePair({ ...dependencies, pair, positions }, until).catch((error: unknown) =>
          logError('following the log', error),
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
      stopping.abort()
      end()
      await Promise.all(working)
      if (!options.states) states.close()
    },
  }
}

type PairOptions = Required<Omit<AutomationOptions, 'states'>> & {
  states: States
  pair: LogPair
  positions: Map<number, () => LogPosition>
}

/** Does the work of a pair of streams until the signal. */
async function refereePair(options: PairOptions, signal: AbortSignal): Promise<void> {
  const { log, desk, states, logError, pair, positions } = options
  const saved = (await log.notes.get(noteKeyOf('facts', pair))) as
    | (SavedGames & { seq: number })
    | null
  const games = openGames(saved ? await withOnline(log, saved) : { best: {}, offline: [] })
  let factsSeen = saved?.seq ?? 0
  const send = openSend({ desk, offline: games.offline, signal, logError })
  const timers = openTimers(async (tournament, { cabinet, dueAt }, after) => {
    const suffix = after === null ? '' : ` ${after}`
    const cause = `timer ${tournament} ${cabinet} ${dueAt}${suffix}`
    const answer = await send(tournament, cause, { type: 'FireTimer', cabinet, dueAt })
    // The desk's clock decides; this process's clock may be slightly ahead.
    return !answer || !('refused' in answer) || answer.refused !== 'TIMER_NOT_DUE'
  })
  const savedCommits = (await log.notes.get(noteKeyOf('commits', pair))) as SavedCommits | null
  const commits = openCommits({
    pair,
    states,
    saved: await ifSameLog(log, savedCommits),
    end: await pair.tail(),
    changed: timers.follow,
  })
  const queues = openTournamentQueues(signal)
  const judging = { log, commits, send, signal, queues }
  const { online, isOnline } = games
  const seen = () => factsSeen
  const offlineWatch = watchOfflineCabinets({ log, pair, online, isOnline, seen, logError })
  const reached = () => ({ commits: commits.folded(), facts: factsSeen })
  positions.set(pair.index, reached)
  const endStatus = log.answer(`status.referee.${pair.index}`, async () => reached())

  const oldest = () => queues.oldest(games.oldest(factsSeen))
  const position = openPosition({ log, pair, games, commits, oldest })

  async function takeFacts(batch: StoredFacts[], upTo: number): Promise<void> {
    for (const stored of batch) {
      for (const event of stored.facts.events) {
        const progress = games.take(stored, event)
        if (progress) await reportGame(judging, progress, stored.seq)
        if (event.type === 'clientOnline') offlineWatch.cameOnline(stored.facts.cabinet)
        if (event.type === 'clientOffline') await holdTimers(judging, stored)
        if (signal.aborted) return // read again after a restart
      }
      factsSeen = stored.seq
    }
    factsSeen = Math.max(factsSeen, upTo)
    await position.saveIfDue()
  }

  const following = {
    commits: () => commits.follow(signal),
    facts: () => followFacts(pair, { after: games.oldest(factsSeen), take: takeFacts, signal }),
  }
  const working = Object.entries(following).map(async ([what, work]) => {
    while (!signal.aborted) {
      await work().catch((error: unknown) => logError(what, error))
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

type FactsFollower = {
  after: number
  take: (batch: StoredFacts[], upTo: number) => Promise<void>
  signal: AbortSignal
}

function followFacts(pair: LogPair, { after, take, signal }: FactsFollower): Promise<void> {
  return pair.followFacts(after, take, signal).catch(pastLostEnd((end) => take([], end)))
}

type NoteOptions = {
  log: Log
  pair: LogPair
  games: ReturnType<typeof openGames>
  commits: Commits
  /** the position in the facts to resume from after a restart */
  oldest: () => number
}

/** Saves the positions in both streams, and the state needed for a restart. */
function openPosition({ log, pair, games, commits, oldest }: NoteOptions) {
  let savedAt = performance.now()
  let savedSeq = commits.folded()

  async function save(): Promise<void> {
    savedAt = performance.now()
    if (!log.connected()) return
    const seq = oldest()
    await log.notes.put(noteKeyOf('facts', pair), { ...games.toSave(), seq }).catch(() => {})
    await saveCommits()
  }

  async function saveCommits(): Promise<void> {
    if (commits.folded() === savedSeq || !log.connected()) return
    savedSeq = commits.folded()
    const position = commits.toSave(games.oldestBeginning())
    if (position) await log.notes.put(noteKeyOf('commits', pair), position).catch(() => {})
  }

  // Commits are also saved by a timer, because there may be none of the facts that trigger a save.
  const timer = setInterval(() => void saveCommits(), saveEveryMs)
  return {
    saveIfDue: async () => (performance.now() - savedAt < saveEveryMs ? undefined : save()),
    async stop(): Promise<void> {
      clearInterval(timer)
      await save()
    },
  }
}

/** Older checkpoints lack the online cabinets; then each intake saved its own. */
async function withOnline(log: Log, saved: SavedGames): Promise<SavedGames> {
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

/** Waits until the commits are read up to a position; false if stopped before. */
async function readUpTo({ commits, signal }: Judging, seq: number): Promise<boolean> {
  while (commits.folded() < seq && !signal.aborted) await pause(5, signal)
  return !signal.aborted
}

/**
 * Reports a game to its match. The verdict is always published, because clients that show the score
 * at the end of a game wait for it (wire 3.1).
 */
async function reportGame(judging: Judging, progress: GameProgress, seq: number): Promise<void> {
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

/** Sends the commands for a game; returns the match a finished game was reported to, or null. */
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
    ...(ended.isDoubled ? { isDoubled: true } : {}),
    ...(others.length > 0 ? { alsoThere: others.map(({ name }) => name) } : {}),
  })
  return answer && 'version' in answer ? { tournament, match, version: answer.version } : null
}

/** Ends the timers of a cabinet that went offline (R-QT-2), but not those armed after that. */
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

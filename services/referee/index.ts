import { v5 as uuid } from 'uuid'
import type { Command } from '../../events/command.ts'
import { emptyTournament, fold } from '../../events/tournament.ts'
import type { Tournament } from '../../events/tournament.ts'
import { isRefusal } from '../desk/index.ts'
import type { Answer, Desk } from '../desk/index.ts'
import type { Log, Stored, StoredFacts } from '../log/index.ts'
import { openActive } from './active.ts'
import { openGames } from './games.ts'
import type { Position, Step } from './games.ts'
import { openTimers } from './timers.ts'

/**
 * Follows the log and does what a referee would do at once: counts finished games, calls the next
 * match when a queue timer is due. Its command ids come from what caused them, so a restart or a
 * second referee changes nothing (P2).
 */
export type Referee = { stop(): Promise<void> }

const space = '6f1f8d1c-61a5-4c2e-9f0b-5a1f4f6f0c55'
const by = { kind: 'service', name: 'referee' } as const
const retryMs = 250
const saveEveryMs = 2_000
const noted = 'referee.facts'

export async function startReferee(options: {
  log: Log
  desk: Desk
  note?: (what: string, error: unknown) => void
}): Promise<Referee> {
  const { log, desk } = options
  const note = options.note ?? (() => {})
  const ending = new AbortController()
  const { signal } = ending
  const states = new Map<number, Tournament>()
  const active = openActive()
  const saved = (await log.notes.get(noted)) as (Position & { seq: number }) | null
  const games = openGames(saved ?? { best: {}, offline: [] })
  let folded = 0
  let factsSeen = saved?.seq ?? 0

  /** Tried again until the log has it or the rules refuse it. */
  async function send(tournament: number, cause: string, command: Command): Promise<Answer | null> {
    const request = { id: uuid(cause, space), tournament, by, device: 'referee', command }
    const fresh = () => ({ ids: [], offline: games.offline() })
    while (!signal.aborted) {
      try {
        return await desk.handle({ ...request, fresh: fresh() })
      } catch (error) {
        note(`${command.type} for tournament ${tournament}`, error)
        await pause(retryMs, signal)
      }
    }
    return null
  }

  const timers = openTimers(async (tournament, { cabinet, dueAt }) => {
    const cause = `timer ${tournament} ${cabinet} ${dueAt}`
    const answer = await send(tournament, cause, { type: 'FireTimer', cabinet, dueAt })
    // The desk's clock decides; ours may be a little ahead.
    return !answer || !isRefusal(answer) || answer.refused !== 'TIMER_NOT_DUE'
  })

  async function followCommits(): Promise<void> {
    const each = async (batch: Stored[]) => {
      for (const { commit, seq } of batch) {
        const before = states.get(commit.tournament) ?? emptyTournament(commit.tournament)
        if (commit.version <= before.version) continue
        const after = fold(before, commit)
        states.set(commit.tournament, after)
        active.follow(before, after, seq)
        timers.follow(after)
        folded = seq
      }
    }
    await log.follow(folded, each, signal)
  }

  async function followFacts(): Promise<void> {
    let lastSaved = Date.now()
    const each = async (batch: StoredFacts[]) => {
      for (const stored of batch) {
        for (const event of stored.facts.events) {
          const step = games.take(stored, event)
          if (step) await judge(step)
          if (event.type === 'clientOffline') await holdTimers(stored.facts.cabinet)
        }
        factsSeen = stored.seq
      }
      if (Date.now() - lastSaved < saveEveryMs) return
      lastSaved = Date.now()
      await save()
    }
    await log.followFacts(games.oldest(factsSeen), each, signal)
  }

  async function judge({ began, ended }: Step): Promise<void> {
    const seen = began ?? ended?.seen
    if (!seen?.began) return
    while (folded < seen.began.after && !signal.aborted) await pause(5, signal)
    const on = active.at(seen.cabinet, seen.began.after)
    if (!on) return // casual play
    const { cabinet, gameID: game } = seen
    const { tournament, match, isFlipped } = on
    if (began) {
      const command = { type: 'BeginGame', game, cabinet, match, isFlipped } as const
      await send(tournament, `begin ${cabinet} ${game}`, command)
    }
    const how = ended?.game
    if (!ended || !how?.winningTeam || !how.winCondition) return
    await send(tournament, `finish ${cabinet} ${game}`, {
      type: 'FinishGame',
      game,
      cabinet,
      winningTeam: how.winningTeam,
      winCondition: how.winCondition,
      mapName: how.mapName,
      seconds: how.seconds ?? 0,
      lateBy: ended.lateBy,
    })
  }

  /** Nobody is sent to a cabinet that is away (R-QT-2). */
  async function holdTimers(cabinet: number): Promise<void> {
    for (const state of states.values()) {
      const timer = state.timers[cabinet]
      if (!timer) continue
      const reason = 'the cabinet went offline'
      const cause = `offline ${state.id} ${cabinet} ${timer.dueAt}`
      await send(state.id, cause, { type: 'HoldTimer', cabinet, reason })
    }
  }

  async function save(): Promise<void> {
    const seq = games.oldest(factsSeen)
    await log.notes.put(noted, { ...games.position(), seq }).catch(() => {})
  }

  async function forever(what: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await work().catch((error: unknown) => note(what, error))
      await pause(retryMs, signal)
    }
  }

  const working = [forever('commits', followCommits), forever('facts', followFacts)]
  return {
    async stop() {
      ending.abort()
      timers.stop()
      await Promise.all(working)
      await save()
    },
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

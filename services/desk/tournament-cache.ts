import { createHash } from 'node:crypto'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { Unavailable, firstChain } from '../log/index.ts'
import type { Log, Stored } from '../log/index.ts'
import type { Done } from './request.ts'

/** What a desk has seen of one tournament's log: always a beginning of it, perhaps not all. */
export type CachedTournament = {
  state: Tournament
  /** position of the last commit seen */
  seq: number
  chain: string
  /** by command id (P2) */
  answered: Map<string, { content: string; by: string; answer: Done }>
}

const mostTournaments = 500
const mostWaiting = 2_000
const mostWaitMs = 5_000

export function openTournamentCache(log: Log) {
  const all = new Map<number, { mine: CachedTournament; turn: Promise<unknown>; waiting: number }>()

  function entryOf(tournament: number) {
    const found = all.get(tournament)
    if (found) {
      all.delete(tournament)
      all.set(tournament, found) // last used, last dropped
      return found
    }
    const state = emptyTournament(tournament)
    const mine: CachedTournament = { state, seq: 0, chain: firstChain, answered: new Map() }
    const made = { mine, turn: Promise.resolve() as Promise<unknown>, waiting: 0 }
    all.set(tournament, made)
    for (const [id, entry] of all) {
      if (all.size <= mostTournaments) break
      if (entry.waiting === 0 && id !== tournament) all.delete(id)
    }
    return made
  }

  /** Takes in what others have stored; true when there was something new. */
  async function refresh(mine: CachedTournament): Promise<boolean> {
    const news = await log.load(mine.state.id, mine.seq)
    for (const stored of news) absorb(mine, stored)
    return news.length > 0
  }

  /** One after the other within this process; rivals elsewhere are told by the log (P3). */
  async function alone<T>(
    tournament: number,
    work: (mine: CachedTournament) => Promise<T>,
  ): Promise<T> {
    const entry = entryOf(tournament)
    if (entry.waiting >= mostWaiting) throw new Unavailable('too many commands are waiting') // P15
    entry.waiting++
    const cameMs = Date.now()
    const turn = entry.turn.then(async () => {
      // Behind others that met a log that is away; nothing was tried for this one yet.
      if (Date.now() - cameMs > mostWaitMs) throw new Unavailable('waited too long; send again')
      if (entry.mine.seq === 0) await refresh(entry.mine)
      return work(entry.mine)
    })
    entry.turn = turn.catch(() => {})
    try {
      return await turn
    } finally {
      entry.waiting--
    }
  }

  return {
    refresh,
    alone,
    /** a server that came back may have come back with another log (P9) */
    forget: () => all.clear(),
  }
}

export function absorb(mine: CachedTournament, { commit, seq }: Stored): void {
  if (commit.version !== mine.state.version + 1) {
    const had = mine.state.version
    throw new Error(`tournament ${commit.tournament}: version ${commit.version} after ${had}`) // P5
  }
  mine.state = fold(mine.state, commit)
  mine.seq = seq
  mine.chain = commit.chain
  const { version, tournament, answer = {} } = commit
  mine.answered.set(commit.id, {
    content: contentHash(commit.command),
    by: canonicalJson(commit.by),
    answer: { version, tournament, answer },
  })
}

/** A command's content as its id vouches for it: a repeat must be the same (P2). */
export function contentHash(command: Commit['command']): string {
  return createHash('sha256').update(canonicalJson(command)).digest('base64')
}

// How matches end on paper, and what a changed result does to those that follow (R-ED-1 to R-ED-4).
import type { Model, PaperMatch, Side } from './model.ts'
import { unqueue } from './model.ts'
import { bothSides, isMatch, matchOf, scoreOf, teamsOn, wasPlayed } from './who-plays.ts'
import { done, later } from './verdict.ts'
import type { Verdict } from './verdict.ts'

/** R-GM-1 to R-GM-4: never where a team has to advance, nor where the games always decide. */
export function mayBeDrawn(paper: Model, match: PaperMatch): boolean {
  const settings = paper.stages.find((stage) => stage.id === match.stage)?.settings
  if (!settings) return false
  const { stageType, winsPerMatch, roundsPerMatch, addTiebreaker } = settings
  if (stageType !== 'round_robin' && stageType !== 'custom' && stageType !== null) return false
  if (winsPerMatch > 0 || match.winnerTo !== null || match.loserTo !== null) return false
  return roundsPerMatch === 0 || (roundsPerMatch % 2 === 0 && !addTiebreaker)
}

export function winnerOf([one, two]: [number, number]): Side | null {
  return one === two ? null : one > two ? 0 : 1
}

/** R-ST-4: complete, off its cabinet, out of queues; the queue timer is armed (R-QT-1). */
export function end(
  paper: Model,
  match: PaperMatch,
  forfeit: [number, number] | null,
  now: string,
) {
  const score = forfeit ?? scoreOf(match)
  armTimer(paper, match, match.cabinet, now)
  match.result = { winner: winnerOf(score), score, forfeit: forfeit !== null, at: now }
  match.cabinet = null
  match.isWarmup = false
  unqueue(paper, match.id)
}

/** R-QT-1: where an enabled queue of this cabinet has more; R-QT-2: not where it is held. */
export function armTimer(
  paper: Model,
  { id: match, stage: id }: PaperMatch,
  cabinet: number | null,
  now: string,
): void {
  if (cabinet === null || paper.held.includes(cabinet)) return
  if (paper.protests.some((one) => one.isOpen && one.match === match)) return
  const hasMore = paper.queues.some(
    (queue) => queue.isEnabled && queue.cabinets.includes(cabinet) && queue.matches.length > 0,
  )
  if (!hasMore) return
  const seconds = paper.stages.find((stage) => stage.id === id)?.settings.queueTimer ?? 0
  paper.timers.push({ cabinet, dueAt: later(now, seconds), waits: false })
}

type Insisting = { cascade?: boolean | undefined; reason?: string | undefined }

/** R-ED-1 to R-ED-4: what was played on a result is shown first, then archived with it. */
export function correct(
  paper: Model,
  match: PaperMatch,
  change: (match: PaperMatch) => void,
  how: Insisting & { sameWinner?: boolean },
): Verdict {
  const hit = how.sameWinner ? [] : playedOn(paper, match)
  if (hit.length > 0 && !how.cascade) return 'RESULT_IN_USE'
  if (hit.length > 0 && !how.reason) return 'REASON_MISSING'
  settle(paper, () => {
    for (const next of hit) archive(paper, next)
    change(match)
  })
  return done
}

/** R-ED-2: all matches that can be reached from here, as far as they were played. */
export function playedOn(paper: Model, match: PaperMatch): PaperMatch[] {
  const reached: PaperMatch[] = []
  const look = (from: PaperMatch) => {
    for (const next of [matchOf(paper, from.winnerTo), matchOf(paper, from.loserTo)]) {
      if (!next || reached.includes(next)) continue
      const waits = next.sides.some(
        (comes) =>
          ('winnerOf' in comes && comes.winnerOf === from.id) ||
          ('loserOf' in comes && comes.loserOf === from.id),
      )
      if (!waits && !next.isSecondFinal) continue
      reached.push(next)
      look(next)
    }
  }
  look(match)
  return reached.filter((next) => isMatch(paper, next) && wasPlayed(next))
}

/** R-ST-9: the attempt is kept elsewhere, the match begins anew. */
export function archive(paper: Model, match: PaperMatch): void {
  for (const game of paper.games) if (game.match === match.id) game.status = 'void'
  Object.assign(match, {
    cabinet: null,
    isWarmup: false,
    wasStarted: false,
    startedOn: [],
    games: [],
    typed: [0, 0],
    result: null,
    attempt: match.attempt + 1,
  })
}

/** R-ED-2: a match that lost a team, or is none any more, leaves its queue. */
export function settle(paper: Model, change: () => void): void {
  const isWhole = (match: PaperMatch) => !teamsOn(paper, match).includes(null)
  const before = paper.matches.filter(isWhole)
  change()
  for (const { id } of paper.queues.flatMap((queue) => queue.matches.map((id) => ({ id })))) {
    const match = matchOf(paper, id)
    if (!match || !isMatch(paper, match) || (before.includes(match) && !isWhole(match))) {
      unqueue(paper, id)
    }
  }
}

/** R-ST-10: as many wins as win a match, to nothing. */
export function forfeitScore(paper: Model, match: PaperMatch, losers: Side[]): [number, number] {
  if (losers.length === 2) return [0, 0]
  const { winsPerMatch = 0, roundsPerMatch = 0 } =
    paper.stages.find((stage) => stage.id === match.stage)?.settings ?? {}
  const wins = winsPerMatch > 0 ? winsPerMatch : Math.floor(roundsPerMatch / 2) + 1
  return losers.includes(0) ? [0, wins] : [wins, 0]
}

export function losersOf(paper: Model, match: PaperMatch, teams: number[]): Side[] {
  const playing = teamsOn(paper, match)
  return bothSides.filter((side) => teams.includes(playing[side] ?? 0))
}

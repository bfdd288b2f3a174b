import type { CommitLine } from '#events/view/frames.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { ending as words, meanwhile } from '../text/officiate/referee.ts'
import { optimisticMatch } from '../presses/optimistic.ts'
import type { OwnSteps } from './own-steps.ts'
import type { Tables } from './rows.ts'
import { matchName } from './select.ts'
import type { LiveState } from './store.ts'

/** Why a dialog closes by itself; null if this device made the change. */
export type Ending = { reason: string | null }
/** Called after every change; returns null while the subject of a dialog is unchanged. */
export type CloseCondition = (shown: LiveState) => Ending | null

/** The parts of a match whose change closes a dialog. */
export type Aspect = 'end' | 'cabinet' | 'teams' | 'score'
type OwnCommits = Pick<OwnSteps, 'isOwn'>

/** Closes a dialog when one of the given aspects of a match changes. */
export function untilMatchChanges(
  shown: LiveState,
  match: number,
  of: { own: OwnCommits; aspects: Aspect[] },
): CloseCondition {
  const was = asDrawn(shown, match)
  return (now) => {
    if (!was) return null
    const reasonText = changeOf(was, asDrawn(now, match), {
      aspects: of.aspects,
      rows: now.live.rows,
    })
    if (reasonText === null) return null
    return { reason: reasonOf(reasonText, { shown: now, match, own: of.own }) }
  }
}

/** Closes a dialog at the first change of any of its subjects. */
export function untilAnyChanges(...conditions: CloseCondition[]): CloseCondition {
  return (shown) => {
    for (const closeCondition of conditions) {
      const ending = closeCondition(shown)
      if (ending) return ending
    }
    return null
  }
}

/** The match with this device's presses applied, so that their confirmation is not a change. */
function asDrawn({ live, presses }: LiveState, match: number): MatchRow | undefined {
  const row = live.rows.match[match]
  return row && optimisticMatch(row, presses).match
}

type ReasonText = (by: CommitLine['by'] | null) => string

function changeOf(
  was: MatchRow,
  now: MatchRow | undefined,
  { aspects, rows }: { aspects: Aspect[]; rows: Tables },
): ReasonText | null {
  const name = matchName(rows, was)
  if (!now) return (by) => words.gone(name, by)
  if (aspects.includes('end') && was.isComplete !== now.isComplete) {
    return (by) => (now.isComplete ? words.completed(name, by) : words.reopened(name, by))
  }
  if (aspects.includes('cabinet') && was.activeCabinet !== now.activeCabinet) {
    const isMoved = now.activeCabinet !== null
    return (by) => (isMoved ? words.started(name, by) : words.stopped(name, by))
  }
  if (aspects.includes('teams') && teamsOf(was) !== teamsOf(now)) {
    return (by) => words.teams(name, by)
  }
  if (aspects.includes('score') && scoreOf(was) !== scoreOf(now)) {
    const score = `${now.blueScore}-${now.goldScore}`
    return (by) => words.score(name, score, by)
  }
  return null
}

/** The present state of a match in words, shown to a person who decides about an old press. */
export function presentStateText(rows: Tables, id: number): string {
  const match = rows.match[id]
  if (!match) return meanwhile.gone
  const name = matchName(rows, match)
  const score = `${match.blueScore}-${match.goldScore}`
  if (match.isComplete) return meanwhile.complete(name, score)
  return match.activeCabinet === null ? meanwhile.off(name, score) : meanwhile.playing(name, score)
}

/** The two teams as a string, regardless of their sides. */
function teamsOf({ blueTeam, goldTeam }: MatchRow): string {
  return [blueTeam ?? 0, goldTeam ?? 0].toSorted((a, b) => a - b).join()
}

function scoreOf({ blueTeam, blueScore, goldTeam, goldScore }: MatchRow): string {
  return [`${blueTeam}: ${blueScore}`, `${goldTeam}: ${goldScore}`].toSorted().join()
}

type MatchContext = { shown: LiveState; match: number; own: OwnCommits }

/** Names the author of the latest commit that changed the match, if it is known. */
function reasonOf(reasonText: ReasonText, { shown, match, own }: MatchContext): string | null {
  const last = shown.live.recent.find(({ commit }) => commit.matches.includes(match))
  if (!last) return reasonText(null)
  if (own.isOwn(last.commit.id)) return null
  return reasonText(last.commit.by)
}

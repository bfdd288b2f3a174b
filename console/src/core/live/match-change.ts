import type { CommitLine } from '../../../../events/view/frames.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import { ending as words } from '../text/ending.ts'
import { meanwhile } from '../text/referee.ts'
import { optimisticMatch } from '../outbox/optimistic.ts'
import type { OwnSteps } from './own-steps.ts'
import type { Tables } from './rows.ts'
import { matchName } from './select.ts'
import type { LiveState } from './store.ts'

/** Why a dialog is over; null: it was this device that changed what it was about. */
export type Ending = { reason: string | null }
/** Asked again at every change: null as long as what a dialog is about is what it was. */
export type Tie = (shown: LiveState) => Ending | null

/** What of a match a question rests on. */
export type Aspect = 'end' | 'cabinet' | 'teams' | 'score'
type OwnCommits = Pick<OwnSteps, 'isOwn'>

/** Ties a dialog to a match as it is now. */
export function matchStays(
  shown: LiveState,
  match: number,
  of: { own: OwnCommits; aspects: Aspect[] },
): Tie {
  const was = asDrawn(shown, match)
  return (now) => {
    if (!was) return null
    const what = changeOf(was, asDrawn(now, match), {
      aspects: of.aspects,
      rows: now.live.rows,
    })
    if (what === null) return null
    return { reason: reasonOf(what, { shown: now, match, own: of.own }) }
  }
}

/** Several things at once: the first that changes ends it. */
export function allStay(...ties: Tie[]): Tie {
  return (shown) => {
    for (const tie of ties) {
      const ending = tie(shown)
      if (ending) return ending
    }
    return null
  }
}

/** With the presses of this device, so that the answer to one of them is no change. */
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

/** What a match is by now, for who decides on a press of some time ago. */
export function became(rows: Tables, id: number): string {
  const match = rows.match[id]
  if (!match) return meanwhile.gone
  const name = matchName(rows, match)
  const score = `${match.blueScore}-${match.goldScore}`
  if (match.isComplete) return meanwhile.complete(name, score)
  return match.activeCabinet === null ? meanwhile.off(name, score) : meanwhile.playing(name, score)
}

/** Whichever sides they are on. */
function teamsOf({ blueTeam, goldTeam }: MatchRow): string {
  return [blueTeam ?? 0, goldTeam ?? 0].toSorted((a, b) => a - b).join()
}

function scoreOf({ blueTeam, blueScore, goldTeam, goldScore }: MatchRow): string {
  return [`${blueTeam}: ${blueScore}`, `${goldTeam}: ${goldScore}`].toSorted().join()
}

type MatchContext = { shown: LiveState; match: number; own: OwnCommits }

/** By whom, as far as the latest commit that changed it tells. */
function reasonOf(what: ReasonText, { shown, match, own }: MatchContext): string | null {
  const last = shown.live.recent.find(({ commit }) => commit.matches.includes(match))
  if (!last) return what(null)
  if (own.isOwn(last.commit.id)) return null
  return what(last.commit.by)
}

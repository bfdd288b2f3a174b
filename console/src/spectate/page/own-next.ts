import { inRankOrder } from '#events/rules/ranks.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { callsIn } from '../../core/live/calls.ts'
import { activeMatchOn, comingOn, otherActiveMatchOn } from '../../core/live/select.ts'
import type { LiveState } from '../../core/live/store.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { cabinetsOf, queueOf, upcomingMatches, hasTeam } from './matches.ts'

const text = publicText.follow
type Span = { from: string; to: string }
type NextContext = Pick<LiveState, 'otherActiveMatches'> & {
  rows: Tables
  starts: Readonly<Record<number, Span>>
  nameOf: (cabinet: number) => string
  span: (estimate: Span) => string
}
type OwnNext = { words: string[]; match: MatchRow | null; isCalled: boolean }

/** Texts for a team's next match: when, where and what comes before it; else how its play ended. */
export function ownNext(team: number, context: NextContext): OwnNext {
  const { rows, starts, nameOf, span } = context
  const match = upcomingMatches(rows, starts).find((row) => hasTeam(row, team)) ?? null
  if (!match) return { words: [endText(rows, team)], match, isCalled: false }
  const call = callsIn(rows).get(match.id)
  const isCalled = call === 'on' || call === 'on_deck' || call === 'now'
  const where = cabinetsOf(rows, match).map(nameOf).join(', ')
  if (match.activeCabinet !== null) return { words: [text.now(where)], match, isCalled }
  const queue = queueOf(rows, match)
  // Nobody knows when a paused queue goes on.
  if (queue?.enabled === false) {
    return { words: [text.play('', text.where(where)), text.paused], match, isCalled }
  }
  const start = starts[match.id]
  const when = start ? text.at(span(start)) : ''
  if (where === '') return { words: [when && text.play(when, ''), text.waits], match, isCalled }
  const words = [text.play(when, text.where(where)), positionText(match, context)]
  return { words, match, isCalled }
}

/** A match of another tournament on the cabinet also comes before. */
function positionText(match: MatchRow, context: Pick<NextContext, 'rows' | 'otherActiveMatches'>) {
  const { rows } = context
  const counts = cabinetsOf(rows, match).map((cabinet) => {
    const index = comingOn(rows, cabinet).findIndex(({ id }) => id === match.id)
    const other = otherActiveMatchOn(context, cabinet)
    return { other, before: index + Number((activeMatchOn(rows, cabinet) ?? other) !== undefined) }
  })
  const isStarting = callsIn(rows).get(match.id) === 'on_deck'
  if (isStarting && counts.some(({ other }) => other === undefined)) return text.starting
  const before = Math.min(...counts.map((count) => count.before))
  return before === 0 ? text.first : text.before(before)
}

function endText(rows: Tables, team: number): string {
  const own = Object.values(rows.match).filter((match) => hasTeam(match, team))
  const isOver = own.length > 0 && own.every((match) => match.isComplete)
  return teamPlaceText(rows, team, publicText.teams.final) ?? (isOver ? text.done : text.nothing)
}

/** The team's final place, or its rank in its latest stage if that has a table. */
export function teamPlaceText(
  rows: Tables,
  team: number,
  placeText: (place: string) => string = publicText.teams.place,
): string | null {
  const own = Object.values(rows.standing).filter((row) => row.team === team)
  const last = own.toSorted((a, b) => a.bracket - b.bracket).at(-1)
  if (!last) return null
  if (last.place !== null) return placeText(last.sharedPlace ?? String(last.place))
  const stage = rows.bracket[last.bracket]
  if (!stage || typeOf(stage).drawing !== 'cross_table') return null
  const all = Object.values(rows.standing).filter(({ bracket }) => bracket === last.bracket)
  // Before the first result only seeds or dice would decide a rank.
  if (!all.some(({ matchesPlayed }) => matchesPlayed > 0)) return null
  const table = inRankOrder(all)
  const rank = table.find((row) => row.team === team)?.rank
  return rank === undefined ? null : publicText.teams.rank(rank, table.length, stage.name)
}

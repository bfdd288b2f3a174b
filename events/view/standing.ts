import { placesIn, ranking, tableOf, tiebreaksOf } from '../bracket.ts'
import { sharedText } from '../rules/places.ts'
import type { Place } from '../rules/places.ts'
import type { Standing } from '../rules/standings.ts'
import { isElimination } from '../stage.ts'
import type { Stage } from '../stage.ts'
import type { Tournament } from '../tournament.ts'
import type { StandingRow } from './rows.ts'

/** The table of a stage, and beside it the final places where the bracket gives them (R-BR-8). */
export function standingRows(t: Tournament, stage: Stage): StandingRow[] {
  const places = finalPlaces(t, stage)
  return tableOf(t, stage).map((row) => {
    const found = places.get(row.team)
    const place = found?.place ?? null
    const sharedPlace = found ? sharedText(found) : null
    const known = rows.get(row)
    if (known?.place === place && known.sharedPlace === sharedPlace) return known
    const made = { tournament: t.id, bracket: stage.id, ...row, place, sharedPlace }
    rows.set(row, made)
    return made
  })
}

/** Final places where the bracket gives them, and those that matches are still to decide. */
function finalPlaces(t: Tournament, stage: Stage): Map<number, Place> {
  const places = isElimination(stage) ? placesIn(t, stage) : new Map<number, Place>()
  if (!Object.values(t.stages).some(({ decides }) => decides?.stage === stage.id)) return places
  for (const { from, teams, order } of tiebreaksOf(t, stage, ranking(t, stage))) {
    for (const team of teams) {
      const place = from + (order ?? []).indexOf(team)
      if (!order) places.set(team, { place: from, last: from + teams.length - 1 })
      else if (isElimination(stage)) places.set(team, { place, last: place })
    }
  }
  return places
}

/** A line of a table belongs to one stage: as long as it is the same object, so is its row. */
const rows = new WeakMap<Standing, StandingRow>()

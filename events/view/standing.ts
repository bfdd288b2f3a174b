import { isElimination, placesIn, tableOf } from '../bracket.ts'
import { sharedText } from '../rules/places.ts'
import type { Stage } from '../stage.ts'
import type { Tournament } from '../tournament.ts'
import type { StandingRow } from './rows.ts'

/** The table of a stage, and beside it the final places where the bracket gives them (R-BR-8). */
export function standingRows(t: Tournament, stage: Stage): StandingRow[] {
  const places = isElimination(stage) ? placesIn(t, stage) : null
  return tableOf(t, stage).map((row) => {
    const found = places?.get(row.team)
    const place = found?.place ?? null
    const sharedPlace = found ? sharedText(found) : null
    return { tournament: t.id, bracket: stage.id, ...row, place, sharedPlace }
  })
}

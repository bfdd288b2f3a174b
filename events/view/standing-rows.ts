import { finalPlaces, tableOf } from '../bracket/bracket.ts'
import { sharedText } from '../rules/places.ts'
import type { Standing } from '../rules/standings.ts'
import type { Stage } from '../schema/stage-settings.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StandingRow } from '../schema/rows.ts'

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

/** A line of a table belongs to one stage: as long as it is the same object, so is its row. */
const rows = new WeakMap<Standing, StandingRow>()

import { finalPlaces, tableOf } from '../bracket/bracket.ts'
import { sharedText } from '../rules/places.ts'
import type { Standing } from '../rules/standings.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { Tournament } from '../state/tournament.ts'
import type { StandingRow } from '../schema/rows.ts'

/** The table of a stage, with the final places if the bracket gives them (R-BR-8). */
export function standingRows(t: Tournament, stage: Stage): StandingRow[] {
  const places = finalPlaces(t, stage)
  return tableOf(t, stage).map((row) => {
    const final = places.get(row.team)
    const place = final?.place ?? null
    const sharedPlace = final ? sharedText(final) : null
    const cached = rows.get(row)
    if (cached?.place === place && cached.sharedPlace === sharedPlace) return cached
    const standing = { tournament: t.id, bracket: stage.id, ...row, place, sharedPlace }
    rows.set(row, standing)
    return standing
  })
}

/**
 * Cached by the row of the table, which belongs to one stage: the same object gives the same row.
 */
const rows = new WeakMap<Standing, StandingRow>()

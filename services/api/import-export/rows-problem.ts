import { isStorableTree } from '../../../events/text/storable.ts'
import type { RowsOutsideLog } from '../schema/import-export/import-export.ts'

/**
 * Why these rows cannot be stored together, as a sentence; null if they can. These are the
 * constraints of their tables that the limits of single fields do not cover.
 */
export function problemOfRows(beside: RowsOutsideLog): string | null {
  if (!isStorableTree(beside)) return 'A text contains characters that cannot be stored.'
  const { cabinets, links, videos, texts, players } = beside
  const cabinetIds = new Set(cabinets.map(({ id }) => id))
  const foreign = videos.find(({ cabinet }) => !cabinetIds.has(cabinet))
  if (foreign) return `The cabinet of the video ${foreign.videoId} is not listed.`
  const repeated: [isRepeated: boolean, problem: string][] = [
    [hasRepeated(cabinets, ({ id }) => id), 'Two cabinets have the same id.'],
    [hasRepeated(cabinets, ({ name }) => name), 'Two cabinets have the same name.'],
    [hasRepeated(links, ({ position }) => position), 'Two links have the same position.'],
    [
      hasRepeated(videos, ({ videoId, cabinet }) => `${cabinet} ${videoId}`),
      'A video of a cabinet appears twice.',
    ],
    [
      videos.some(({ references }) =>
        hasRepeated(references, ({ game, referencePoint }) => `${referencePoint} ${game}`),
      ),
      'A video has two positions for the same moment of a game.',
    ],
    [hasRepeated(texts, ({ id }) => id), 'Two texts of protests have the same id.'],
    [hasRepeated(players, ({ id }) => id), 'Two players have the same id.'],
  ]
  return repeated.find(([isRepeated]) => isRepeated)?.[1] ?? null
}

function hasRepeated<Row>(rows: Row[], keyOf: (row: Row) => string | number): boolean {
  return new Set(rows.map(keyOf)).size < rows.length
}

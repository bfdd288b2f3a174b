import type { Message, PlainKey } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import { isStorableTree } from '#events/text/storable.ts'
import type { RowsOutsideLog } from '../schema/import-export/import-export.ts'

/**
 * Why these rows cannot be stored together; null if they can. These are the
 * constraints of their tables that the limits of single fields do not cover.
 */
export function problemOfRows(beside: RowsOutsideLog): Message | null {
  if (!isStorableTree(beside)) return say('textNotStorable')
  const { cabinets, links, videos, texts, players } = beside
  const cabinetIds = new Set(cabinets.map(({ id }) => id))
  const foreign = videos.find(({ cabinet }) => !cabinetIds.has(cabinet))
  if (foreign) return say('videoCabinetMissing', { video: foreign.videoId })
  const repeated: [isRepeated: boolean, problem: PlainKey][] = [
    [hasRepeated(cabinets, ({ id }) => id), 'cabinetIdTwice'],
    [hasRepeated(cabinets, ({ name }) => name), 'cabinetNameTwice'],
    [hasRepeated(links, ({ position }) => position), 'linkPositionTwice'],
    [hasRepeated(videos, ({ videoId, cabinet }) => `${cabinet} ${videoId}`), 'videoTwice'],
    [
      videos.some(({ references }) =>
        hasRepeated(references, ({ game, referencePoint }) => `${referencePoint} ${game}`),
      ),
      'videoPositionTwice',
    ],
    [hasRepeated(texts, ({ id }) => id), 'protestTextTwice'],
    [hasRepeated(players, ({ id }) => id), 'playerTwice'],
  ]
  const found = repeated.find(([isRepeated]) => isRepeated)
  return found ? say(found[1]) : null
}

function hasRepeated<Row>(rows: Row[], keyOf: (row: Row) => string | number): boolean {
  return new Set(rows.map(keyOf)).size < rows.length
}

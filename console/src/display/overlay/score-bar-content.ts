import { gameWordOf } from '../../core/text/server-words.ts'
import type { Pins } from '#events/view/overlay.ts'
import type { LiveCabinet } from '#events/view/frames.ts'
import type { Tables } from '../../core/live/rows.ts'
import { activeMatchOn, roundOf } from '../../core/live/select.ts'
import { pairOf } from '../board/teams.ts'
import type { ColourOrder } from '../board/teams.ts'

export type Sides = NonNullable<Pins['sides']>
/** What an overlay remembers of its cabinet, by ids: enough to continue after a reload. */
export type CabinetMemory = {
  match: number | null
  result: number | null
  map: string | null
  /** on the cabinet's screen, in the last game */
  isGoldLeft: boolean
}
/** The whole content of the score bar, rendered together, so that it changes in one frame. */
type ScoreBarContent = {
  blue: { name: string; score: number }
  gold: { name: string; score: number }
  map: string
  round: string
  /** a ruling may change the match */
  isDisputed: boolean
}

export const noMemory: CabinetMemory = { match: null, result: null, map: null, isGoldLeft: false }
type CabinetNow = { rows: Tables; live: LiveCabinet | undefined }

/** Updates the memory: the match on the cabinet, else the last one decided there (ux 46). */
export function updateMemory(
  before: CabinetMemory,
  cabinet: number,
  { rows, live }: CabinetNow,
): CabinetMemory {
  const active = activeMatchOn(rows, cabinet)?.id ?? null
  const isResult = (id: number | null) => id !== null && rows.match[id]?.isComplete === true
  const lastResult = [active === before.match ? null : before.match, before.result].find(isResult)
  const result = lastResult ?? latestOn(rows, cabinet)
  const match = active ?? result
  const game = live?.game?.mapName
  const map = (game && gameWordOf(game)) ?? (match === before.match ? before.map : null)
  return { match, result, map, isGoldLeft: live?.game?.goldOnLeft ?? before.isGoldLeft }
}

/** The last decided match of those with games on the cabinet. */
function latestOn(rows: Tables, cabinet: number): number | null {
  const ids = Object.values(rows.played).flatMap((game) =>
    game.cabinet === cabinet ? [game.match] : [],
  )
  const played = [...new Set(ids)].flatMap((id) => rows.match[id] ?? [])
  const [latest] = played
    .filter((match) => match.isComplete)
    .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
  return latest?.id ?? null
}

/** The content to show; null: there is no match, and nothing is pinned. */
export function contentOf(
  { match, map }: Pick<CabinetMemory, 'match' | 'map'>,
  rows: Tables,
  pins: Pins,
): ScoreBarContent | null {
  const row = match === null ? undefined : rows.match[match]
  if (!row && Object.keys(pins).length === 0) return null
  const [blue, gold] = row ? pairOf(rows, row) : [noTeam, noTeam]
  return {
    blue: { name: pins.blueName ?? blue.name, score: pins.blueScore ?? blue.score },
    gold: { name: pins.goldName ?? gold.name, score: pins.goldScore ?? gold.score },
    map: pins.map ?? map ?? '',
    round: row ? roundOf(rows, row) : '',
    isDisputed: row?.protest?.state === 'open',
  }
}

/**
 * The colours from left to right, for every part: as pinned, else as the address says, else as on
 * the cabinet's screen.
 */
export function colourOrder(
  pinned: Sides | undefined,
  chosen: Sides | null,
  { isGoldLeft }: Pick<CabinetMemory, 'isGoldLeft'>,
): ColourOrder {
  const sides = pinned ?? chosen ?? (isGoldLeft ? 'gold-left' : 'blue-left')
  return sides === 'gold-left' ? ['gold', 'blue'] : ['blue', 'gold']
}

const noTeam = { name: '', score: 0 }

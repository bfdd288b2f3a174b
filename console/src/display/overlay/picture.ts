import { said } from '../../core/text/catalogue.ts'
import type { Pins } from '../../../../events/view/overlay.ts'
import type { LiveCabinet } from '../../../../events/view/frames.ts'
import type { Tables } from '../../core/live/rows.ts'
import { activeOn } from '../../core/live/select.ts'
import { pairOf } from '../board/teams.ts'

export type Sides = NonNullable<Pins['sides']>
/** What an overlay has seen of its cabinet, by ids: enough to go on after a reload. */
export type Seen = {
  match: number | null
  result: number | null
  map: string | null
  /** on the cabinet's screen, in the game that was seen last */
  isGoldLeft: boolean
}
/** All that is on the overlay: drawn as one, so that nothing flips before the rest. */
type Picture = {
  blue: { name: string; score: number }
  gold: { name: string; score: number }
  sides: Sides
  map: string
  round: string
  /** what is shown of the match may change by a ruling */
  isDisputed: boolean
}

export const nothingSeen: Seen = { match: null, result: null, map: null, isGoldLeft: false }
type Now = { rows: Tables; live: LiveCabinet | undefined }

/** The match on the cabinet; none there, the last one that was decided there (ux 46). */
export function seen(before: Seen, cabinet: number, { rows, live }: Now): Seen {
  const active = activeOn(rows, cabinet)?.id ?? null
  const isResult = (id: number | null) => id !== null && rows.match[id]?.isComplete === true
  const known = [active === before.match ? null : before.match, before.result].find(isResult)
  const result = known ?? latestOn(rows, cabinet)
  const match = active ?? result
  const game = live?.game?.mapName
  const map = game ?? (match === before.match ? before.map : null)
  return { match, result, map, isGoldLeft: live?.game?.goldOnLeft ?? before.isGoldLeft }
}

/** Of what was played there, the one decided last. */
function latestOn(rows: Tables, cabinet: number): number | null {
  const ids = Object.values(rows.played).flatMap((game) =>
    game.cabinet === cabinet ? [game.match] : [],
  )
  const over = [...new Set(ids)].flatMap((id) => rows.match[id] ?? [])
  const [latest] = over
    .filter((match) => match.isComplete)
    .toSorted((a, b) => (b.completedAt ?? '').localeCompare(a.completedAt ?? ''))
  return latest?.id ?? null
}

/** Null: there is nothing to show, and nobody pinned anything. */
export function pictureOf(
  { match, map, isGoldLeft }: Seen,
  rows: Tables,
  pins: Pins,
): Picture | null {
  const row = match === null ? undefined : rows.match[match]
  if (!row && Object.keys(pins).length === 0) return null
  const [blue, gold] = row ? pairOf(rows, row) : [nobody, nobody]
  return {
    blue: { name: pins.blueName ?? blue.name, score: pins.blueScore ?? blue.score },
    gold: { name: pins.goldName ?? gold.name, score: pins.goldScore ?? gold.score },
    sides: pins.sides ?? (isGoldLeft ? 'gold-left' : 'blue-left'),
    map: pins.map ?? map ?? '',
    round: row ? said(row.roundName) || row.stageName : '',
    isDisputed: row?.protest?.state === 'open',
  }
}

const nobody = { name: '', score: 0 }

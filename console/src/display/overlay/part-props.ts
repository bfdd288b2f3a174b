import type { OverlayState } from '#events/view/overlay.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { ColourOrder } from '../board/teams.ts'
import type { CabinetMemory } from './score-bar-content.ts'

/** The props of every part. */
export type PartProps = {
  cabinet: number
  overlay: OverlayState
  rows: Tables
  last: CabinetMemory
  /** the colours from left to right */
  order: ColourOrder
  /** the match the part is held at; null: it follows the cabinet */
  held: number | null
}

import type { ColumnType, Generated } from 'kysely'
import type { CabinetId, SceneId, StageId, TournamentId } from '../../events/ids.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, string | Date | undefined, string | Date>

/** What a display shows: of which tournament, and of which cabinet or stage where it is of one. */
export type DisplayRole = {
  name: 'queue-board' | 'bracket' | 'now-playing' | 'cabinet' | 'overlay'
  tournament: TournamentId
  cabinet: CabinetId | null
  /** null: the one that is being played */
  stage: StageId | null
}
/** What a person said an overlay shows; left out, what the matches say. */
export type Pins = {
  blueName?: string | undefined
  goldName?: string | undefined
  blueScore?: number | undefined
  goldScore?: number | undefined
  sides?: 'blue-left' | 'gold-left' | undefined
  map?: string | undefined
}

/** A screen of a venue that is told what to show. */
export type Display = {
  id: Generated<number>
  keyHash: string
  /** shown on the screen until somebody types it */
  code: string
  /** null: not claimed yet */
  scene: SceneId | null
  name: Generated<string>
  role: ColumnType<DisplayRole | null, string | null | undefined, string | null>
  /** another one than it began with: it loads itself again */
  version: Generated<number>
  lastSeenAt: Time
  createdAt: Time
}
/** What was pinned on the overlay of a cabinet. */
export type Overlay = { tournament: TournamentId; cabinet: CabinetId; pins: Json<Pins> }

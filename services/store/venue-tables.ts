import type { ColumnType, Generated } from 'kysely'
import type { Colour } from '../../events/game/map/field.ts'
import type { PickupRule } from '../../events/rules/pickup.ts'
import type { ProtestDeadline, RulingSigners } from '../../events/schema/ruling.ts'
import type { OverlayPart, Pins, StoredParts } from '../../events/view/overlay.ts'
import type { CabinetId, PersonId, SceneId, StageId, TournamentId } from '../../events/ids.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, string | Date | undefined, string | Date>

/** A tournament of made-up teams, and the cabinet at which simulated games are played for it. */
export type Practice = {
  tournament: TournamentId
  cabinet: CabinetId
  endsAt: Time
  /** which process plays, as long as it says so */
  runner: string | null
  runUntil: Date | null
}

/** What a display shows: of which tournament, and of which cabinet or stage where it is of one. */
type SingleRole = {
  name: 'queue-board' | 'bracket' | 'now-playing' | 'cabinet' | 'overlay'
  tournament: TournamentId
  cabinet: CabinetId | null
  /** null: the one that is being played */
  stage: StageId | null
  seconds?: number | undefined
}
/** With what is shown in turn after it. */
type DisplayRole = SingleRole & { others?: SingleRole[] | undefined }

export type Scene = {
  id: SceneId
  name: string
  displayName: string
  description: Generated<string>
  backgroundColor: Generated<string>
  /** by address */
  logo: string | null
  accentColor: string | null
  secondColor: string | null
  /** what its tournaments begin with */
  protestDeadline: Generated<ProtestDeadline>
  rulingSigners: Generated<RulingSigners>
  createdAt: Time
  /** whose practices it has; null: a scene of its own */
  practiceOf: Generated<SceneId | null>
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
/** A reader of cards at a cabinet. */
export type SignInDevice = {
  id: Generated<number>
  cabinet: CabinetId
  name: string
  tokenHash: string
  createdAt: Time
  lastSeenAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
/** Whose card it is; the card as a hash. */
export type Card = { id: Generated<number>; hash: string; person: PersonId; createdAt: Time }
/** Somebody without an account who plays now; the log has the negative of the id. */
export type Guest = { id: Generated<number>; name: string; cabinet: CabinetId; createdAt: Time }
/** What the code on a cabinet opens its sign-in page with. */
export type CabinetCode = { cabinet: CabinetId; code: string }
/** The line for casual games at a cabinet; without a row there is none. */
export type PickupLine = {
  cabinet: CabinetId
  rule: PickupRule
  maxWins: number | null
  winners: Colour | null
  wins: number
  /** what ended up to here has moved the line */
  lastGame: number
}
/** Somebody, or a group, in that line. */
export type PickupPlace = {
  id: Generated<number>
  cabinet: CabinetId
  name: string
  size: number
  games: Generated<number>
  /** null: they wait */
  side: Colour | null
  /** in the line or on the side, counted from 0 */
  place: number
  person: PersonId | null
  /** of what only their phone has */
  keyHash: string
  createdAt: Time
}
/** Who waits for the next card at a cabinet to be theirs. */
export type CardRegistration = {
  cabinet: CabinetId
  person: PersonId
  expiresAt: ColumnType<Date, Date, Date>
}
/** What was pinned on the overlay of a cabinet, and which parts of it are switched on. */
export type Overlay = {
  tournament: TournamentId
  cabinet: CabinetId
  pins: Json<Pins>
  parts: ColumnType<StoredParts, string | undefined, string>
  version: Generated<number>
}
/** A page that shows an overlay, as it last said itself. */
export type OverlayPage = {
  tournament: TournamentId
  cabinet: CabinetId
  page: string
  part: OverlayPart | 'all'
  /** what it has drawn of the switches */
  version: number
  /** for how long it has heard nothing of the tournament; null: it never has */
  silentMs: number | null
  seenAt: Time
}
/** A moment marked at a cabinet, by its clock; `game` is the client's gameID. */
export type VideoClip = {
  id: Generated<number>
  cabinet: CabinetId
  game: string | null
  at: ColumnType<Date, string | Date, never>
  person: PersonId | null
  createdAt: Time
}

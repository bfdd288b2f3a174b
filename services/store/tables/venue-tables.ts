import type { ColumnType, Generated } from 'kysely'
import type { Colour } from '#events/game/map/colour.ts'
import type { PickupRule } from '#events/rules/pickup.ts'
import type { ProtestDeadline, RulingSigners } from '#events/schema/parts/ruling.ts'
import type { OverlayPart, Pins, StoredParts } from '#events/view/overlay.ts'
import type { CabinetId, PersonId, SceneId, StageId, TournamentId } from '#events/ids.ts'
import type { Json, Time } from './columns.ts'

/** A tournament of made-up teams, and the cabinet at which simulated games are played for it. */
export type Practice = {
  tournament: TournamentId
  cabinet: CabinetId
  endsAt: Time
  /** the process that plays, until `runUntil` unless it renews this */
  runner: string | null
  runUntil: Date | null
}

/** The content of a display: a tournament, and the cabinet or stage if the content needs one. */
type SingleRole = {
  name: 'queue-board' | 'bracket' | 'now-playing' | 'cabinet' | 'overlay'
  tournament: TournamentId
  cabinet: CabinetId | null
  /** null for the stage that is being played */
  stage: StageId | null
  seconds?: number | undefined
}
/** A role, with others that are shown in rotation. */
type DisplayRole = SingleRole & { others?: SingleRole[] | undefined }

export type Scene = {
  id: SceneId
  name: string
  displayName: string
  description: Generated<string>
  backgroundColor: Generated<string>
  /** a URL */
  logo: string | null
  accentColor: string | null
  secondColor: string | null
  /** default of its tournaments */
  protestDeadline: Generated<ProtestDeadline>
  rulingSigners: Generated<RulingSigners>
  createdAt: Time
  /** the scene whose practices it contains; null for a normal scene */
  practiceOf: Generated<SceneId | null>
}

/** A remote-controlled screen of a venue. */
export type Display = {
  id: Generated<number>
  keyHash: string
  /** shown on the screen until somebody enters it */
  code: string
  /** null until the display is claimed */
  scene: SceneId | null
  name: Generated<string>
  role: ColumnType<DisplayRole | null, string | null | undefined, string | null>
  /** when it differs from the version it started with, the page reloads itself */
  version: Generated<number>
  lastSeenAt: Time
  createdAt: Time
}
/** A card reader at a cabinet. */
export type SignInDevice = {
  id: Generated<number>
  cabinet: CabinetId
  name: string
  tokenHash: string
  createdAt: Time
  lastSeenAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
/** The owner of a card, which is stored as a hash. */
export type Card = { id: Generated<number>; hash: string; person: PersonId; createdAt: Time }
/** A signed-in player without an account; the log has the negative of the id. */
export type Guest = { id: Generated<number>; name: string; cabinet: CabinetId; createdAt: Time }
/** The code on a cabinet that opens its sign-in page. */
export type CabinetCode = { cabinet: CabinetId; code: string }
/** The line for casual games at a cabinet; without a row the cabinet has none. */
export type PickupLine = {
  cabinet: CabinetId
  rule: PickupRule
  maxWins: number | null
  winners: Colour | null
  wins: number
  /** the last game that moved the line */
  lastGame: number
}
/** A person or group in that line. */
export type PickupPlace = {
  id: Generated<number>
  cabinet: CabinetId
  name: string
  size: number
  games: Generated<number>
  /** null while waiting */
  side: Colour | null
  /** position in the line or on the side, from 0 */
  place: number
  person: PersonId | null
  /** hash of a key that only their phone has */
  keyHash: string
  createdAt: Time
}
/** A person who will own the next card shown at a cabinet. */
export type CardRegistration = {
  cabinet: CabinetId
  person: PersonId
  expiresAt: ColumnType<Date, Date, Date>
}
/** The pinned values of a cabinet's overlay, and the parts that are switched on. */
export type Overlay = {
  tournament: TournamentId
  cabinet: CabinetId
  pins: Json<Pins>
  parts: ColumnType<StoredParts, string | undefined, string>
  version: Generated<number>
}
/** A page that shows an overlay, according to its last report. */
export type OverlayPage = {
  tournament: TournamentId
  cabinet: CabinetId
  page: string
  part: OverlayPart | 'all'
  /** the version of the switches that it has drawn */
  version: number
  /** time since its last message about the tournament; null if it never got one */
  silentMs: number | null
  /** hash of the network that it reports from */
  network: string | null
  seenAt: Time
}
/** A moment marked at a cabinet, in the cabinet's time; `game` is the client's gameID. */
export type VideoClip = {
  id: Generated<number>
  cabinet: CabinetId
  game: string | null
  at: ColumnType<Date, string | Date, never>
  person: PersonId | null
  createdAt: Time
}

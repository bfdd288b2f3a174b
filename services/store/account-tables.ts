import type { ColumnType, Generated } from 'kysely'
import type { CabinetId, PersonId, SceneId } from '../../events/ids.ts'

/** Who somebody is and where they are signed in. */
type Time = ColumnType<Date, string | Date | undefined, string | Date>

export type Person = {
  id: Generated<PersonId>
  name: string
  isOwner: Generated<boolean>
  /** in lower case; null: cannot be written to */
  email: string | null
  /** shown to be theirs */
  emailVerified: Generated<boolean>
  image: string | null
  /** at no cabinet for others */
  doNotDisplay: Generated<boolean>
  /** others may read their profile and totals */
  isProfilePublic: Generated<boolean>
  /** the scene whose invitation or page the person signed up from */
  madeIn: number | null
  /** one of those that the embedded default makes */
  seededAs: string | null
  createdAt: Time
  updatedAt: Time
}
/** A reset link that somebody else made for a person, until the person has seen it. */
export type ResetNotice = {
  id: Generated<number>
  person: PersonId
  /** null: a key that is nobody's, or a person who is gone */
  madeBy: number | null
  madeAt: Time
}
/** A password, or an account elsewhere that signs in. */
export type Credential = {
  id: Generated<number>
  person: PersonId
  providerId: string
  accountId: string
  password: string | null
  createdAt: Time
  updatedAt: Time
}
/** What a one-time code in a mail or link opens; the code as a hash. */
export type Verification = {
  id: Generated<number>
  identifier: string
  value: string
  expiresAt: ColumnType<Date, string | Date, string | Date>
  createdAt: Time
  updatedAt: Time
}
export type Role = { person: PersonId; scene: SceneId; role: 'admin' | 'tournament' }
export type Session = {
  id: Generated<number>
  tokenHash: string
  person: PersonId
  createdAt: Time
  lastSeenAt: Time
  expiresAt: ColumnType<Date, string | Date, string | Date>
  /** the browser's own name for itself */
  device: Generated<string>
  /** of a tablet that is paired with a cabinet */
  scene: SceneId | null
  cabinet: CabinetId | null
  /** by which officials know it */
  name: Generated<string>
  build: Generated<string>
  clockOffsetMs: number | null
  health: ColumnType<DeviceHealth | null, string | null | undefined, string | null>
  lastWriteAt: ColumnType<Date | null, string | Date | undefined, string | Date>
}
/** As a device last said it of itself; latencies of its last presses, in ms. */
type DeviceHealth = {
  /** in per cent; null: it does not tell */
  battery: number | null
  /** presses that are not saved */
  unsent: number
  latency: { p50: number; p95: number } | null
}
/** A device that may only look, in a scene. */
export type ReadOnly = { session: number; scene: SceneId }
/** A browser in which a person has signed in before. */
export type KnownDevice = { tokenHash: string; person: PersonId; seenAt: Time }
export type Pairing = {
  codeHash: string
  person: PersonId
  scene: SceneId
  cabinet: CabinetId
  name: string
  expiresAt: ColumnType<Date, Date, Date>
}
export type SignIn = { codeHash: string; person: PersonId; createdAt: Time }
export type ApiKey = {
  id: Generated<number>
  hash: string
  name: string
  /** null: may do everything */
  person: PersonId | null
  /** both or neither: where it is good, and how much of what its person may */
  scene: SceneId | null
  rights: KeyRights | null
  createdAt: Time
  lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  endsAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export type KeyRights = 'read' | 'displays' | 'official' | 'admin'
/** A role of a scene that waits for whom it was offered to. */
export type Invitation = {
  id: Generated<number>
  scene: SceneId
  email: string
  role: 'admin' | 'tournament'
  codeHash: string
  createdAt: Time
  expiresAt: ColumnType<Date, string | Date, string | Date>
}
/** How often something was tried; what, only as a hash. */
export type Attempt = {
  key: string
  tries: number
  at: ColumnType<Date, Date, Date>
  openAt: ColumnType<Date, Date, Date>
}

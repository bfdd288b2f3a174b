import type { ColumnType, Generated } from 'kysely'
import type { CabinetId, PersonId, SceneId } from '#events/ids.ts'
import type { Time } from './columns.ts'

/** Tables of persons, their credentials, sessions, roles and keys. */

export type Person = {
  id: Generated<PersonId>
  name: string
  isOwner: Generated<boolean>
  /** in lower case; null if unknown */
  email: string | null
  /** the person has proved that the address is theirs */
  emailVerified: Generated<boolean>
  image: string | null
  /** hides the person from others at cabinets */
  doNotDisplay: Generated<boolean>
  /** others may read their profile and totals */
  isProfilePublic: Generated<boolean>
  /** the scene whose invitation or page led to the sign-up */
  madeIn: number | null
  /** set for persons created by the embedded default setup */
  seededAs: string | null
  createdAt: Time
  updatedAt: Time
}
/** A password reset link that somebody else created for a person, until the person has seen it. */
export type ResetNotice = {
  id: Generated<number>
  person: PersonId
  /** null for the operator's key or a deleted person */
  madeBy: number | null
  madeAt: Time
}
/** A password, or an account at an identity provider. */
export type Credential = {
  id: Generated<number>
  person: PersonId
  providerId: string
  accountId: string
  password: string | null
  createdAt: Time
  updatedAt: Time
}
/** A one-time code of a mail or link, stored as a hash. */
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
  /** the browser's user agent */
  device: Generated<string>
  /** set for a tablet that is paired with a cabinet */
  scene: SceneId | null
  cabinet: CabinetId | null
  /** name of the device, for officials */
  name: Generated<string>
  build: Generated<string>
  clockOffsetMs: number | null
  health: ColumnType<DeviceHealth | null, string | null | undefined, string | null>
  lastWriteAt: ColumnType<Date | null, string | Date | undefined, string | Date>
}
/** A device's last report about itself; latencies of its last presses are in ms. */
type DeviceHealth = {
  /** in per cent; null if not reported */
  battery: number | null
  /** number of presses not sent yet */
  unsent: number
  latency: { p50: number; p95: number } | null
}
/** A device that is read-only in a scene. */
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
  /** null for the operator's key, which has all rights */
  person: PersonId | null
  /** scene and rights to which the key is limited; both are set or neither */
  scene: SceneId | null
  rights: KeyRights | null
  createdAt: Time
  lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  endsAt: ColumnType<Date | null, Date | null | undefined, Date | null>
}
export type KeyRights = 'read' | 'displays' | 'official' | 'admin'
/** An offer of a role in a scene that has not been accepted yet. */
export type Invitation = {
  id: Generated<number>
  scene: SceneId
  email: string
  role: 'admin' | 'tournament'
  codeHash: string
  createdAt: Time
  expiresAt: ColumnType<Date, string | Date, string | Date>
}
/** Counts attempts for rate limits; the key is a hash. */
export type AttemptCount = {
  key: string
  tries: number
  at: ColumnType<Date, Date, Date>
  openAt: ColumnType<Date, Date, Date>
}

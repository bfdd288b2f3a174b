import { randomInt } from 'node:crypto'
import { notFound, wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import type { DisplayRole } from '../schema/venue/display.ts'
import type { CabinetId, SceneId } from '#events/ids.ts'

const offlineAfterMs = 30_000
// No letters that look alike from afar, and no vowels, so that codes are not words.
const letters = 'BCDFGHJKLMNPQRSTVWXZ346789'
export const codeLength = 5

export function newCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
}

/** Derives a code from bytes; the same bytes give the same code. */
export function codeFrom(bytes: Uint8Array, length: number): string {
  return Array.from(bytes.subarray(0, length), (byte) => letters[byte % letters.length]).join('')
}

export function displays(db: Tx) {
  return db
    .selectFrom('kept.display')
    .select(['id', 'code', 'name', 'role', 'version', 'lastSeenAt'])
    .select((eb) => eb.ref('scene').$notNull().as('scene'))
    .where('scene', 'is not', null)
}

export function displayBody<Row extends { lastSeenAt: Date; role: DisplayRole | null }>(row: Row) {
  const isHere = Date.now() - row.lastSeenAt.getTime() < offlineAfterMs
  return { ...row, lastSeenAt: row.lastSeenAt.toISOString(), isHere }
}

export async function readDisplay(db: Tx, id: number) {
  const row = await displays(db).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  return displayBody(row)
}

/** Requires that everything in a role, including its rotation, belongs to the display's scene. */
export async function expectOfScene(tx: Tx, scene: SceneId, role: DisplayRole): Promise<void> {
  for (const single of [role, ...(role.others ?? [])]) await expectRoleOfScene(tx, scene, single)
}

async function expectRoleOfScene(
  tx: Tx,
  scene: SceneId,
  role: Omit<DisplayRole, 'others'>,
): Promise<void> {
  const { name, tournament, cabinet, stage } = role
  const tournamentRow = await tx
    .selectFrom('view.tournament')
    .select('id')
    .where('id', '=', tournament)
    .where('scene', '=', scene)
    .executeTakeFirst()
  if (!tournamentRow) throw wrongFields({ role: ['There is no such tournament in this scene'] })
  if (cabinet === null && (name === 'cabinet' || name === 'overlay')) {
    throw wrongFields({ role: ['Choose a cabinet'] })
  }
  if (cabinet !== null) await expectCabinet(tx, { scene, cabinet, field: 'role' })
  if (stage === null) return
  const existing = await tx
    .selectFrom('view.bracket')
    .select('id')
    .where('id', '=', stage)
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  if (!existing) throw wrongFields({ role: ['There is no such stage in this tournament'] })
}

type Choice = { scene: SceneId; cabinet: CabinetId; field: string }

export async function expectCabinet(tx: Tx, { scene, cabinet, field }: Choice): Promise<void> {
  const row = await tx
    .selectFrom('kept.cabinet')
    .select('id')
    .where('id', '=', cabinet)
    .where('scene', '=', scene)
    .executeTakeFirst()
  if (!row) throw wrongFields({ [field]: ['There is no such cabinet in this scene'] })
}

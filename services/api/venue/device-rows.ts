import { z } from 'zod'
import { goodSessions } from '../../web/index.ts'
import type { Tx } from '../http/row-write.ts'
import { Named } from '../http/bodies.ts'

export const DeviceBody = z.object({
  id: z.int(),
  name: z.string(),
  /** whose it is, or who paired it */
  person: Named,
  /** `cabinet`: paired with one, and may referee there alone */
  rights: z.enum(['admin', 'official', 'cabinet']),
  cabinet: z.int().nullable(),
  isReadOnly: z.boolean(),
  lastSeenAt: z.string(),
  lastWriteAt: z.string().nullable(),
  /** which build of the console it shows */
  build: z.string(),
  /** its clock minus the server's */
  clockOffsetMs: z.int().nullable(),
  /** the one that asks */
  isThis: z.boolean(),
})

/** Where somebody is signed in who has a role in the scene, and what is paired with its cabinets. */
export function devices(db: Tx, scene: number) {
  return goodSessions({ db }, Date.now())
    .innerJoin('kept.person', 'kept.person.id', 'kept.session.person')
    .leftJoin('kept.role', (join) =>
      join.onRef('kept.role.person', '=', 'kept.person.id').on('kept.role.scene', '=', scene),
    )
    .leftJoin('kept.readOnly', (join) =>
      join
        .onRef('kept.readOnly.session', '=', 'kept.session.id')
        .on('kept.readOnly.scene', '=', scene),
    )
    .where((eb) =>
      eb.or([
        eb('kept.session.scene', '=', scene),
        eb.and([
          eb('kept.session.scene', 'is', null),
          eb.or([eb('kept.role.role', 'is not', null), eb('kept.person.isOwner', '=', true)]),
        ]),
      ]),
    )
    .select([
      'kept.session.id',
      'kept.session.name',
      'kept.session.cabinet',
      'lastSeenAt',
      'lastWriteAt',
      'build',
      'clockOffsetMs',
      'kept.person.id as person',
      'kept.person.name as personName',
      'kept.person.isOwner',
      'kept.role.role',
      'kept.readOnly.session as locked',
    ])
}
export type Device = Awaited<ReturnType<ReturnType<typeof devices>['execute']>>[number]

export function shownTo(row: Device, asking: number | undefined): z.infer<typeof DeviceBody> {
  const { id, name, cabinet, build, clockOffsetMs, lastSeenAt, lastWriteAt } = row
  const whole = row.isOwner || row.role === 'admin' ? 'admin' : 'official'
  return {
    id,
    name,
    person: { id: row.person, name: row.personName },
    rights: cabinet === null ? whole : 'cabinet',
    cabinet,
    isReadOnly: row.locked !== null,
    lastSeenAt: lastSeenAt.toISOString(),
    lastWriteAt: lastWriteAt?.toISOString() ?? null,
    build,
    clockOffsetMs,
    isThis: id === asking,
  }
}

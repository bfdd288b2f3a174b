import type { z } from 'zod'
import { validSessions } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import type { DeviceBody } from '../schema/venue/venue.ts'
import type { SceneId } from '#events/ids.ts'

/** Sessions of people with a role in the scene, and of devices paired with its cabinets. */
export function devices(db: Tx, scene: SceneId) {
  return validSessions({ db }, Date.now())
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
      'health',
      'kept.person.id as person',
      'kept.person.name as personName',
      'kept.person.isOwner',
      'kept.role.role',
      'kept.readOnly.session as locked',
    ])
}
export type Device = Awaited<ReturnType<ReturnType<typeof devices>['execute']>>[number]

export function deviceBody(
  row: Device,
  ownSession: number | undefined,
): z.infer<typeof DeviceBody> {
  const { id, name, cabinet, build, clockOffsetMs, health, lastSeenAt, lastWriteAt } = row
  const roleRights = row.isOwner || row.role === 'admin' ? 'admin' : 'official'
  return {
    id,
    name,
    person: { id: row.person, name: row.personName },
    rights: cabinet === null ? roleRights : 'cabinet',
    cabinet,
    isReadOnly: row.locked !== null,
    lastSeenAt: lastSeenAt.toISOString(),
    lastWriteAt: lastWriteAt?.toISOString() ?? null,
    build,
    clockOffsetMs,
    health,
    isThis: id === ownSession,
  }
}

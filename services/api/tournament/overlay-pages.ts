import { overlayParts } from '../../../events/view/overlay.ts'
import type { OverlayState } from '../../../events/view/overlay.ts'
import type { TournamentId } from '../../../events/ids.ts'
import type { Store } from '../../store/index.ts'

/** Whoever closed it knows by then. */
const forgottenMs = 10 * 60_000
const noteMs = 1_000
/** Nobody has so many; whoever asks is taken at their word. */
const maxPages = 60
const latest = 2 ** 53

/** What a page says of itself with each read: its id, its part, the version it shows, its silence. */
const report = /^([\w-]{8,40}) ([a-z-]{1,20}) (\d{1,16}) (\d{1,9}|never)$/

type Of = Pick<OverlayState, 'tournament' | 'cabinet'>

export async function noteSeen(
  { db }: Store,
  { tournament, cabinet }: Of,
  header: string | string[] | undefined,
): Promise<void> {
  const [, page, named, version = '', silent] = report.exec(String(header ?? '')) ?? []
  const part = [...overlayParts, 'all' as const].find((one) => one === named)
  if (page === undefined || !part) return
  const now = Date.now()
  const said = {
    cabinet,
    part,
    version: Math.min(Number(version), latest),
    silentMs: silent === 'never' ? null : Number(silent),
    seenAt: new Date(now),
  }
  const known = await db
    .updateTable('kept.overlayPage')
    .set(said)
    .where('tournament', '=', tournament)
    .where('page', '=', page)
    .where('seenAt', '<', new Date(now - noteMs))
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  await db
    .deleteFrom('kept.overlayPage')
    .where('tournament', '=', tournament)
    .where('seenAt', '<', new Date(now - forgottenMs))
    .execute()
  // Of a cabinet of the tournament's scene, while there is room.
  await db
    .insertInto('kept.overlayPage')
    .columns(['tournament', 'cabinet', 'page', 'part', 'version', 'silentMs', 'seenAt'])
    .expression((eb) =>
      eb
        .selectFrom('view.tournament')
        .innerJoin('kept.cabinet', 'kept.cabinet.scene', 'view.tournament.scene')
        .select(['view.tournament.id', 'kept.cabinet.id as cabinet'])
        .select(eb.val(page).as('page'))
        .select(eb.val(part).as('part'))
        .select(eb.val(said.version).as('version'))
        .select(eb.val(said.silentMs).as('silentMs'))
        .select(eb.val(said.seenAt).as('seenAt'))
        .where('view.tournament.id', '=', tournament)
        .where('kept.cabinet.id', '=', cabinet)
        .where(
          eb
            .selectFrom('kept.overlayPage')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('tournament', '=', tournament),
          '<',
          maxPages,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The pages that show overlays of a tournament, with how old what they last said is. */
export async function pagesOf({ db }: Store, tournament: TournamentId) {
  const now = Date.now()
  const rows = await db
    .selectFrom('kept.overlayPage')
    .select(['cabinet', 'part', 'version', 'silentMs', 'seenAt'])
    .where('tournament', '=', tournament)
    .where('seenAt', '>', new Date(now - forgottenMs))
    .orderBy('cabinet')
    .orderBy('part')
    .orderBy('page')
    .execute()
  return rows.map(({ seenAt, ...row }) => ({
    ...row,
    seenAt: seenAt.toISOString(),
    agoMs: Math.max(0, now - seenAt.getTime()),
  }))
}

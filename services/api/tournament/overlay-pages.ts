import type { FastifyRequest } from 'fastify'
import { overlayParts } from '#events/view/overlay.ts'
import type { OverlayPart, OverlayState } from '#events/view/overlay.ts'
import type { TournamentId } from '#events/ids.ts'
import { networkOf, notWithin } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { hashOf } from '../../web/index.ts'

/** Pages that have been silent for longer are taken as closed. */
const forgottenMs = 10 * 60_000
const minUpdateMs = 1_000
/** Limits, because reports of pages are not authenticated: for a venue, and for several of them. */
const maxOfNetwork = 60
const maxPages = 300
const maxVersion = 2 ** 53

/**
 * A page's report with each read: its id, part and shown version, and ms since it heard anything.
 */
const report = /^([\w-]{8,40}) ([a-z-]{1,20}) (\d{1,16}) (\d{1,9}|never)$/

export type OverlayKey = Pick<OverlayState, 'tournament' | 'cabinet'>

export async function storeReport(
  { db }: Store,
  { tournament, cabinet }: OverlayKey,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): Promise<void> {
  const header = headers['x-overlay-page']
  const network = hashOf(`overlays ${networkOf(ip)}`)
  const [, page, partName, version = '', silence] = report.exec(String(header ?? '')) ?? []
  const part = [...overlayParts, 'all' as const].find((one) => one === partName)
  if (page === undefined || !part) return
  const now = Date.now()
  const row: PageReport = {
    cabinet,
    part,
    version: Math.min(Number(version), maxVersion),
    silentMs: silence === 'never' ? null : Number(silence),
    network,
    seenAt: new Date(now),
  }
  if (await updatePage(db, { tournament, page }, row)) return
  await db
    .deleteFrom('kept.overlayPage')
    .where('tournament', '=', tournament)
    .where('seenAt', '<', new Date(now - forgottenMs))
    .execute()
  // Only for a cabinet of the tournament's scene, and up to the limit.
  await db
    .insertInto('kept.overlayPage')
    .columns(['tournament', 'cabinet', 'page', 'part', 'version', 'silentMs', 'network', 'seenAt'])
    .expression((eb) =>
      eb
        .selectFrom('view.tournament')
        .innerJoin('kept.cabinet', 'kept.cabinet.scene', 'view.tournament.scene')
        .select(['view.tournament.id', 'kept.cabinet.id as cabinet'])
        .select(eb.val(page).as('page'))
        .select(eb.val(part).as('part'))
        .select(eb.val(row.version).as('version'))
        .select(eb.val(row.silentMs).as('silentMs'))
        .select(eb.val(network).as('network'))
        .select(eb.val(row.seenAt).as('seenAt'))
        .where('view.tournament.id', '=', tournament)
        .where('kept.cabinet.id', '=', cabinet)
        .where(
          eb
            .selectFrom('kept.overlayPage')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('tournament', '=', tournament),
          '<',
          maxPages,
        )
        .where(
          eb
            .selectFrom('kept.overlayPage')
            .select(({ fn }) => fn.countAll<number>().as('count'))
            .where('tournament', '=', tournament)
            .where('network', '=', network),
          '<',
          maxOfNetwork,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type PageKey = { tournament: TournamentId; page: string }
type PageReport = {
  cabinet: OverlayKey['cabinet']
  part: OverlayPart | 'all'
  version: number
  silentMs: number | null
  network: string
  seenAt: Date
}

/** False if the page is not known, or was updated a moment ago. */
async function updatePage(
  db: Store['db'],
  { tournament, page }: PageKey,
  row: PageReport,
): Promise<boolean> {
  const updated = await db
    .updateTable('kept.overlayPage')
    .set(row)
    .where('tournament', '=', tournament)
    .where('page', '=', page)
    .where(notWithin('seenAt', row.seenAt, minUpdateMs))
    .executeTakeFirst()
  return updated.numUpdatedRows > 0n
}

/** The pages that show overlays of a tournament, with the age of their last report. */
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

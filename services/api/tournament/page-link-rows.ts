import type { z } from 'zod'
import { Rejection, hashOf, notFound } from '../../web/index.ts'
import { changeOrder, idsInOrder, storeOrder } from '../http/row-order.ts'
import { lockTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/context.ts'
import { maxLinks } from '../schema/tournament/page-link.ts'
import type { Row, LinkBody, LinkFields } from '../schema/tournament/page-link.ts'
import type { Order } from '../schema/http/common.ts'
import type { TournamentId } from '#events/ids.ts'

/** Selects links; those of deleted tournaments are left out. */
export function links(db: Tx) {
  return db
    .selectFrom('kept.link')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.link.tournament')
    .select([
      'kept.link.id',
      'kept.link.tournament',
      'kept.link.url',
      'kept.link.title',
      'kept.link.image',
      'kept.link.position as order',
    ])
}

export function linkBody(link: Row): z.infer<typeof LinkBody> {
  const { id, image } = link
  // The address changes with the picture, so that caches do not show the old one.
  const version = image === null ? '' : hashOf(image).slice(0, 12)
  const imageShown = image === null ? null : `/api/tournament/links/${id}/image/?v=${version}`
  return { ...link, imageShown }
}

export async function readLink(db: Tx, id: number) {
  const row = await links(db).where('kept.link.id', '=', id).executeTakeFirstOrThrow(notFound)
  return linkBody(row)
}

/** Adds a link at the requested position, default last. */
export async function addLink(
  tx: Tx,
  tournament: TournamentId,
  { order, ...fields }: LinkFields & { order?: number | undefined },
): Promise<number> {
  await lockTournament(tx, tournament)
  const current = await idsInOrder(tx, 'link', tournament)
  if (current.length >= maxLinks) {
    const detail = `A tournament has at most ${maxLinks} links.`
    throw new Rejection(409, { detail, code: 'TOO_MANY_LINKS' })
  }
  const { id } = await tx
    .insertInto('kept.link')
    .values({ tournament, position: current.length + 1, ...fields })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (order !== undefined) await storeOrder(tx, 'link', movedTo([...current, id], id, order))
  return id
}

export async function changeLink(
  tx: Tx,
  { id, tournament }: { id: number; tournament: TournamentId },
  { order, ...fields }: Partial<LinkFields> & { order?: number | undefined },
): Promise<void> {
  await lockTournament(tx, tournament)
  const current = await idsInOrder(tx, 'link', tournament)
  if (!current.includes(id)) throw notFound()
  if (Object.values(fields).some((value) => value !== undefined)) {
    await tx.updateTable('kept.link').set(fields).where('id', '=', id).execute()
  }
  if (order !== undefined) await storeOrder(tx, 'link', movedTo(current, id, order))
}

/** Reorders all links of a tournament. Locked, so that parallel changes do not mix. */
export async function orderLinks(tx: Tx, tournament: TournamentId, requested: Order) {
  await lockTournament(tx, tournament)
  const current = await idsInOrder(tx, 'link', tournament)
  const isComplete = requested.order.toSorted(byNumber).join() === current.toSorted(byNumber).join()
  if (!isComplete) {
    const detail = 'The order must contain each link of the tournament exactly once.'
    throw new Rejection(409, { detail, code: 'ORDER_NOT_WHOLE', order: current })
  }
  return changeOrder(tx, 'link', { current, ...requested })
}

/** Moves an id to a place, counted from 1; a place after the end means the end. */
function movedTo(ids: number[], id: number, place: number): number[] {
  return ids.filter((other) => other !== id).toSpliced(place - 1, 0, id)
}

function byNumber(a: number, b: number): number {
  return a - b
}

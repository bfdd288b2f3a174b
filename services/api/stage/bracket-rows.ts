import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import { withTokens } from './external-bracket.ts'

export async function readBracket(store: Store, id: number) {
  const { db } = store
  const [bracket, matches] = await Promise.all([
    db.selectFrom('view.bracket').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('view.match').selectAll().where('bracket', '=', id).orderBy('id').execute(),
  ])
  if (!bracket) throw notFound()
  const [body] = await bracketBodies(store, [bracket])
  if (!body) throw notFound()
  return { ...body, matches }
}

/** Adds the token's presence and the completing commit to rows of stages. */
export async function bracketBodies<T extends { id: number }>(store: Store, stages: T[]) {
  const ids = stages.map(({ id }) => id)
  const [stagesWithTokens, ends] = await Promise.all([
    withTokens(store, stages),
    ids.length === 0
      ? []
      : store.db.selectFrom('view.stageEnd').selectAll().where('bracket', 'in', ids).execute(),
  ])
  const endOf = new Map(ends.map((end) => [end.bracket, end]))
  return stagesWithTokens.map((stage) => {
    const { version = null, chain = null } = endOf.get(stage.id) ?? {}
    return { ...stage, completedVersion: version, completedChain: chain }
  })
}

/** All stages of a set (R-RR-2). */
export function groupsOf({ db }: Store, set: number) {
  return db
    .selectFrom('view.bracket')
    .select(['id', 'name'])
    .where('groupSet', '=', set)
    .orderBy('id')
    .execute()
}

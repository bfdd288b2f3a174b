import { StageSettings } from '../../events/stage.ts'
import type { Store } from '../store/index.ts'
import { notFound } from '../web/index.ts'
import { withTokens } from './bracket-link.ts'

export async function readBracket(store: Store, id: number) {
  const { db } = store
  const [bracket, matches] = await Promise.all([
    db.selectFrom('view.bracket').selectAll().where('id', '=', id).executeTakeFirst(),
    db.selectFrom('view.match').selectAll().where('bracket', '=', id).orderBy('id').execute(),
  ])
  if (!bracket) throw notFound()
  const [known] = await withTokens(store, [bracket])
  return { ...bracket, hasLinkToken: known?.hasLinkToken ?? false, matches }
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

/** The settings among a stage's columns. */
export function settingsOf(bracket: StageSettings): StageSettings {
  return StageSettings.parse(bracket)
}

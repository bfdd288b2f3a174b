import { atLeast } from '../../../events/schema/ruling-signers.ts'
import { Rejection, wrongFields } from '../../web/index.ts'
import { cabinetsOf } from '../venue/cabinet-rows.ts'
import type { Context, WriteContext } from '../http/context.ts'
import { lockTournament } from '../http/row-locks.ts'
import type { Tx } from '../http/route.ts'
import { addLink } from '../tournament/page-link-rows.ts'
import { addQuestion } from '../player/question-rows.ts'
import { sceneDefaultsOf } from '../http/scene-defaults.ts'
import { send } from '../http/command/send.ts'
import { contentOf } from './template-content.ts'
import { keepSettings } from '../tournament/tournament-changes.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { TemplateContent } from '../schema/template.ts'
import { refused } from '../http/refused.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'

type LoadOptions = { template: number; force?: boolean | undefined }

/**
 * A template instead of what the tournament had: all that a template saves is replaced, before
 * anybody has registered and before there are matches. The log says the latter, so its part comes
 * first; the same command sent again ends what a crash has cut short.
 */
export async function loadTemplate(context: Context, target: WriteContext, wanted: LoadOptions) {
  const { store } = context
  const { tournament } = target
  const before = await readTournament(store, tournament)
  const content = await contentFor(store.db, before.scene.id, wanted.template)
  const cabinets = await cabinetsFor(store.db, before.scene.id, { content, force: wanted.force })
  if (await isRegisteredFor(store.db, tournament)) {
    throw refused('PLAYERS_REGISTERED')
  }
  const { stages, protestDeadline, rulingSigners } = content
  const asks = await sceneDefaultsOf(store, before.scene.id)
  await send(context, target, {
    type: 'LoadTemplate',
    cabinets,
    stages,
    protestDeadline,
    // A template of before may ask for fewer than its scene does by now.
    rulingSigners: rulingSigners && atLeast(rulingSigners, asks.rulingSigners),
  })
  await store.db.transaction().execute((tx) => keepContent(tx, tournament, content))
  return readTournament(store, tournament)
}

/** Other questions would leave answers without theirs. */
async function isRegisteredFor(db: Tx, tournament: TournamentId): Promise<boolean> {
  const player = await db
    .selectFrom('kept.player')
    .select('id')
    .where('tournament', '=', tournament)
    .executeTakeFirst()
  return player !== undefined
}

async function contentFor(db: Tx, scene: SceneId, template: number): Promise<TemplateContent> {
  const row = await db
    .selectFrom('kept.template')
    .select(['scene', 'data'])
    .where('id', '=', template)
    .executeTakeFirst()
  if (!row) throw wrongFields({ template: ['There is no such template'] })
  if (row.scene === scene) return contentOf(row.data)
  throw refused('TEMPLATE_OF_OTHER_SCENE')
}

/** By the names they have now; one that has left the scene is named, or left out by force. */
async function cabinetsFor(
  db: Tx,
  scene: SceneId,
  { content, force }: { content: TemplateContent; force: boolean | undefined },
) {
  const ids = content.cabinets.map((cabinet) => cabinet.id)
  const existing = await cabinetsOf(db, scene, ids)
  const gone = content.cabinets.filter(({ id }) => !existing.has(id))
  if (gone.length > 0 && !force) {
    const names = gone.map(({ name }) => name).join(', ')
    const detail = `Not in this scene any more: ${names}. Load the template without them, or save it again.`
    throw new Rejection(409, {
      detail,
      code: 'CABINET_GONE',
      cabinets: gone.map(({ id }) => id),
    })
  }
  return ids.flatMap((id) => existing.get(id) ?? [])
}

async function keepContent(
  tx: Tx,
  tournament: TournamentId,
  content: TemplateContent,
): Promise<void> {
  await lockTournament(tx, tournament)
  const { description, allowRegistration, registrationBanner, registrationMessage } = content
  const settings = { description, allowRegistration, registrationBanner, registrationMessage }
  await keepSettings({ db: tx }, tournament, settings)
  const { paymentAccount } = content
  await tx
    .updateTable('kept.tournament')
    .set({ paymentAccount })
    .where('id', '=', tournament)
    .execute()
  // Who was faster by a moment keeps the questions that were answered.
  if (!(await isRegisteredFor(tx, tournament))) {
    await tx.deleteFrom('kept.question').where('tournament', '=', tournament).execute()
    for (const question of content.questions) await addQuestion(tx, tournament, question)
  }
  await tx.deleteFrom('kept.link').where('tournament', '=', tournament).execute()
  for (const link of content.links) await addLink(tx, tournament, link)
}

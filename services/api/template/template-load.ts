import { atLeast } from '#events/schema/parts/ruling-signers.ts'
import { Rejection, wrongFields, rejectionFor } from '../../web/index.ts'
import { cabinetsOf } from '../venue/cabinet-rows.ts'
import type { Context, WriteContext, Tx } from '../http/context.ts'
import { lockTournament } from '../http/row-locks.ts'
import { addLink } from '../tournament/page-link-rows.ts'
import { addQuestion } from '../player/question-rows.ts'
import { addOption } from '../player/payment-option.ts'
import { sceneDefaultsOf } from '../http/scene-defaults.ts'
import { send } from '../http/command/send.ts'
import { contentOf } from './template-content.ts'
import { storeSettings } from '../tournament/tournament-changes.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { TemplateContent } from '../schema/tournament/template.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'

type LoadOptions = { template: number; force?: boolean | undefined }

/**
 * Replaces all that a template saves in a tournament that has neither players nor matches. The
 * command comes first, because only the log knows whether there are matches. After a crash in
 * between, a retry stores the rest.
 */
export async function loadTemplate(context: Context, target: WriteContext, options: LoadOptions) {
  const { store } = context
  const { tournament } = target
  const current = await readTournament(store, tournament)
  const content = await contentFor(store.db, current.scene.id, options.template)
  const cabinets = await existingCabinets(store.db, current.scene.id, {
    content,
    force: options.force,
  })
  if (await hasPlayers(store.db, tournament)) {
    throw rejectionFor('PLAYERS_REGISTERED')
  }
  const { stages, protestDeadline, rulingSigners } = content
  const defaults = await sceneDefaultsOf(store, current.scene.id)
  await send(context, target, {
    type: 'LoadTemplate',
    cabinets,
    stages,
    protestDeadline,
    // An older template may require fewer signatures than the scene does now.
    rulingSigners: rulingSigners && atLeast(rulingSigners, defaults.rulingSigners),
  })
  await store.db.transaction().execute((tx) => storeContent(tx, tournament, content))
  return readTournament(store, tournament)
}

/** Whether there are players, whose answers would lose their questions. */
async function hasPlayers(db: Tx, tournament: TournamentId): Promise<boolean> {
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
  throw rejectionFor('TEMPLATE_OF_OTHER_SCENE')
}

/** The cabinets with their current names. Missing ones are refused, or left out with `force`. */
async function existingCabinets(
  db: Tx,
  scene: SceneId,
  { content, force }: { content: TemplateContent; force: boolean | undefined },
) {
  const ids = content.cabinets.map((cabinet) => cabinet.id)
  const existing = await cabinetsOf(db, scene, ids)
  const missing = content.cabinets.filter(({ id }) => !existing.has(id))
  if (missing.length > 0 && !force) {
    const names = missing.map(({ name }) => name).join(', ')
    const detail = `No longer in this scene: ${names}. Load the template without them, or save it again.`
    throw new Rejection(409, {
      detail,
      code: 'CABINET_GONE',
      cabinets: missing.map(({ id }) => id),
    })
  }
  return ids.flatMap((id) => existing.get(id) ?? [])
}

async function storeContent(
  tx: Tx,
  tournament: TournamentId,
  content: TemplateContent,
): Promise<void> {
  await lockTournament(tx, tournament)
  const { description, allowRegistration, registrationBanner, registrationMessage } = content
  const { tidbitPrompt, requirePlayerPhoto, paymentMessage, places, offerHours } = content
  const settings = {
    description,
    allowRegistration,
    registrationBanner,
    registrationMessage,
    tidbitPrompt,
    requirePlayerPhoto,
    paymentMessage,
    places,
    offerHours,
  }
  await storeSettings({ db: tx }, tournament, settings)
  const { paymentAccount } = content
  await tx
    .updateTable('kept.tournament')
    .set({ paymentAccount })
    .where('id', '=', tournament)
    .execute()
  // Checked again: if a player has registered meanwhile, questions and options stay.
  if (!(await hasPlayers(tx, tournament))) {
    await tx.deleteFrom('kept.question').where('tournament', '=', tournament).execute()
    for (const question of content.questions) await addQuestion(tx, tournament, question)
    await replaceOptions(tx, tournament, content.paymentOptions)
  }
  await tx.deleteFrom('kept.link').where('tournament', '=', tournament).execute()
  for (const link of content.links) await addLink(tx, tournament, link)
}

/** An older template has no options; then those of the tournament stay. */
async function replaceOptions(
  tx: Tx,
  tournament: TournamentId,
  options: TemplateContent['paymentOptions'],
): Promise<void> {
  if (!options) return
  await tx.deleteFrom('kept.paymentOption').where('tournament', '=', tournament).execute()
  for (const option of options) await addOption(tx, tournament, option)
}

import type { z } from 'zod'
import { notFound, wrongFields, Rejection } from '../../web/index.ts'
import type { Context, Tx } from '../http/context.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { lockScene } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { snapshot } from './template-content.ts'
import { loadTemplate } from './template-load.ts'
import type { NewTemplate, TemplateBody, TemplateContent } from '../schema/tournament/template.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'
import { removeRoute, route, rowsRoute, writeRoute } from '../http/route.ts'
import { templatePlacesProblem } from '#events/schema/parts/stage-settings.ts'
import { storeImage, readImage } from '../media/image.ts'
import { checked as checkedOption } from '../player/payment-option.ts'
import { maxQuestions, rowOf } from '../player/question-rows.ts'
import { maxLinks } from '../schema/tournament/page-link.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'

const storedPicture = /^\/api\/image\/([\w-]+)\/?$/

/** Named configurations of tournaments, reusable within a scene. */
export function templateRoutes(context: Context): void {
  readRoutes(context)
  writeRoutes(context)
  loadRoute(context)
}

function readRoutes({ web, store: { db }, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/template/',
    { access: 'readTemplates', scene: sceneOf.bySceneInQuery },
    (request) => {
      const rows = templates(db).where('scene', '=', request.query.sceneId)
      return listRows(request, rows.orderBy('name').orderBy('id'), (page) => page.map(templateBody))
    },
  )

  route(
    web,
    'GET /api/tournament/template/:id/',
    { access: 'readTemplates', scene: sceneOf.template },
    (request) => readTemplate(db, request.params.id),
  )
}

function writeRoutes(context: Context): void {
  const config = { access: 'editTemplates', scene: context.sceneOf.template } as const

  rowsRoute(
    context,
    'POST /api/tournament/template/',
    { access: 'editTemplates', scene: context.sceneOf.bySceneInBody, takesPicture: true },
    async (tx, request) => {
      const { scene, name } = request.body
      await lockScene(tx, scene)
      await checkName(tx, { scene, name })
      const data = JSON.stringify(await contentOf(tx, request.body))
      const { id } = await tx
        .insertInto('kept.template')
        .values({ scene, name, data })
        .returning('id')
        .executeTakeFirstOrThrow()
      return readTemplate(tx, id)
    },
  )

  const changing = { ...config, takesPicture: true }
  rowsRoute(context, 'PATCH /api/tournament/template/:id/', changing, async (tx, request) => {
    const { id } = request.params
    const { scene } = await readTemplate(tx, id)
    await lockScene(tx, scene)
    const { name: currentName } = await readTemplate(tx, id)
    const { name = currentName, tournament, data } = request.body
    await checkName(tx, { scene, name, id })
    const isContentSent = tournament !== undefined || data !== undefined
    const content = isContentSent && (await contentOf(tx, { scene, tournament, data }))
    await tx
      .updateTable('kept.template')
      .set({ name, ...(content && { data: JSON.stringify(content) }) })
      .where('id', '=', id)
      .execute()
    return readTemplate(tx, id)
  })

  removeRoute(context, 'DELETE /api/tournament/template/:id/', config, (tx, { params: { id } }) =>
    tx.deleteFrom('kept.template').where('id', '=', id).execute(),
  )
}

function loadRoute(context: Context): void {
  writeRoute(
    context,
    'PUT /api/tournament/tournament/:id/load-template/',
    { access: 'changeTournament', scene: context.sceneOf.tournament },
    (target, request) => loadTemplate(context, target, request.body),
  )
}

async function contentOf(
  tx: Tx,
  { scene, tournament, data }: Omit<z.infer<typeof NewTemplate>, 'name'>,
) {
  if (tournament !== undefined && data === undefined) return contentFrom(tx, scene, tournament)
  if (data !== undefined && tournament === undefined) return checkContent(tx, scene, data)
  throw wrongFields({ tournament: ['Send either a tournament to save or data'] })
}

async function contentFrom(tx: Tx, scene: SceneId, tournament: TournamentId) {
  const owner = await sceneOfTournament(tx, tournament)
  if (owner === scene) return snapshot(tx, tournament)
  throw wrongFields({ tournament: ['There is no such tournament in this scene'] })
}

/** Callers lock the scene, so that no parallel request takes the name. */
async function checkName(
  tx: Tx,
  { scene, name, id = 0 }: { scene: SceneId; name: string; id?: number },
): Promise<void> {
  const other = await templates(tx)
    .where('scene', '=', scene)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw wrongFields({ name: ['There is already a template with this name'] })
}

function templates(db: Tx) {
  return db.selectFrom('kept.template').select(['id', 'scene', 'name', 'data'])
}

function templateBody<T extends { data: unknown }>(template: T) {
  return { ...template, data: template.data as z.infer<typeof TemplateBody>['data'] }
}

async function readTemplate(db: Tx, id: number) {
  const row = await templates(db).where('id', '=', id).executeTakeFirstOrThrow(notFound)
  return templateBody(row)
}

/**
 * Checks content that a client sends as a template of the scene. It refuses now whatever would be
 * refused when the template is loaded, so that mistakes do not surface on the day of the event.
 */
async function checkContent(
  tx: Tx,
  scene: SceneId,
  data: TemplateContent,
): Promise<TemplateContent> {
  checkForm(data)
  const problem = templatePlacesProblem(data.stages)
  if (problem) throw invalidData(problem)
  await checkAccount(tx, scene, data.paymentAccount)
  const ids = data.cabinets.map(({ id }) => id)
  const cabinets = await namedCabinets({ db: tx }, { scene, ids, field: 'data' })
  const registrationBanner = await bannerOf(tx, scene, data.registrationBanner)
  // An outside bracket belongs to one tournament, so it is not part of a template.
  const stages = data.stages.map(({ settings: { linkedBracketId: _, ...settings }, ...rest }) => ({
    settings,
    ...rest,
  }))
  return { ...data, cabinets, registrationBanner, stages }
}

function checkForm({ questions, links, paymentOptions = [] }: TemplateContent): void {
  if (questions.length > maxQuestions) throw invalidData(`At most ${maxQuestions} questions`)
  if (links.length > maxLinks) throw invalidData(`At most ${maxLinks} links`)
  for (const question of questions) checkPart(question.fieldDescription, () => rowOf(question))
  for (const option of paymentOptions) checkPart(option.name ?? '', () => checkedOption(option))
}

function checkPart(name: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const { messages: _, ...fields } = error.body
    const texts = Object.values(fields).flat().join(', ')
    throw invalidData(`${name}: ${texts}`)
  }
}

async function checkAccount(tx: Tx, scene: SceneId, id: number | null): Promise<void> {
  if (id === null) return
  const account = await tx
    .selectFrom('kept.paymentAccount')
    .select('id')
    .where('id', '=', id)
    .where('scene', '=', scene)
    .executeTakeFirst()
  if (!account) throw invalidData('paymentAccount: This scene has no such payment account')
}

async function bannerOf(tx: Tx, scene: SceneId, banner: string | null): Promise<string | null> {
  const [, pictureId] = storedPicture.exec(banner ?? '') ?? []
  // A client that has read a template sends back the address of its stored picture.
  const isStored = pictureId !== undefined && (await isPicture(tx, pictureId))
  const field = { field: 'data', before: isStored ? banner : null }
  const image = await readImage(banner, field)
  return (await storeImage(tx, image, `templates of scene ${scene}`)) ?? null
}

async function isPicture(tx: Tx, id: string): Promise<boolean> {
  const image = await tx
    .selectFrom('kept.image')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return image !== undefined
}

function invalidData(text: string): Rejection {
  return wrongFields({ data: [text] })
}

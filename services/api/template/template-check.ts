import { templatePlacesProblem } from '#events/schema/parts/stage-settings.ts'
import { Rejection, wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import { storeImage, readImage } from '../media/image.ts'
import { checked as checkedOption } from '../player/payment-option.ts'
import { maxQuestions, rowOf } from '../player/question-rows.ts'
import { maxLinks } from '../schema/tournament/page-link.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { TemplateContent } from '../schema/template/template.ts'
import type { SceneId } from '#events/ids.ts'

const storedPicture = /^\/api\/image\/([\w-]+)\/?$/

/**
 * Checks content that a client sends as a template of the scene. It refuses now whatever would be
 * refused when the template is loaded, so that mistakes do not surface on the day of the event.
 */
export async function checkContent(
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

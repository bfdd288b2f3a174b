import { Rejection, wrongFields } from '../../web/index.ts'
import type { Tx } from '../http/route.ts'
import { keepImage, readImage } from '../media/image.ts'
import { maxQuestions, rowOf } from '../player/question-rows.ts'
import { maxLinks } from '../tournament/page-link-rows.ts'
import { namedCabinets } from '../venue/cabinet-rows.ts'
import type { TemplateContent } from '../schema/template.ts'
import type { SceneId } from '../../../events/ids.ts'

const keptPicture = /^\/api\/image\/([\w-]+)\/?$/

/**
 * What somebody wrote, as a template of the scene. All that loading it would refuse is refused
 * now: a template that cannot be loaded is found by whoever needs it on the evening.
 */
export async function checkedContent(
  tx: Tx,
  scene: SceneId,
  data: TemplateContent,
): Promise<TemplateContent> {
  checkForm(data)
  await checkAccount(tx, scene, data.paymentAccount)
  const ids = data.cabinets.map(({ id }) => id)
  const cabinets = await namedCabinets({ db: tx }, { scene, ids, field: 'data' })
  const registrationBanner = await bannerOf(tx, scene, data.registrationBanner)
  // A bracket outside belongs to one tournament.
  const stages = data.stages.map(({ settings: { linkedBracketId: _, ...settings }, group }) => ({
    settings,
    group,
  }))
  return { ...data, cabinets, registrationBanner, stages }
}

function checkForm({ questions, links }: TemplateContent): void {
  if (questions.length > maxQuestions) throw wrong(`At most ${maxQuestions} questions`)
  if (links.length > maxLinks) throw wrong(`At most ${maxLinks} links`)
  for (const question of questions) checkQuestion(question)
}

function checkQuestion(question: TemplateContent['questions'][number]): void {
  try {
    rowOf(question)
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    const texts = Object.values(error.body).flat().join(', ')
    throw wrong(`${question.fieldDescription}: ${texts}`)
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
  if (!account) throw wrong('paymentAccount: There is no such account of this scene')
}

async function bannerOf(tx: Tx, scene: SceneId, banner: string | null): Promise<string | null> {
  const [, kept] = keptPicture.exec(banner ?? '') ?? []
  // A template that was read has the address of a picture that is stored here.
  const isKept = kept !== undefined && (await isPicture(tx, kept))
  const field = { field: 'data', before: isKept ? banner : null }
  const image = await readImage(banner, field)
  return (await keepImage(tx, image, `templates of scene ${scene}`)) ?? null
}

async function isPicture(tx: Tx, id: string): Promise<boolean> {
  const image = await tx
    .selectFrom('kept.image')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return image !== undefined
}

function wrong(text: string): Rejection {
  return wrongFields({ data: [text] })
}

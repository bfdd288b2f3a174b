import { z } from 'zod'
import { Id, paging, IdText, toOne, listBy, nameOf, byId } from '../http/common.ts'
import { TournamentBody, Settings, SceneDefaults, Removal } from '../http/bodies.ts'
import { StageName } from './stage.ts'
import { QuestionFields } from '../player/registration.ts'
import { LinkFields } from './page-link.ts'
import { OptionFields } from '../player/payment.ts'
import { StageSettings, templateStage } from '#events/schema/parts/stage-settings.ts'
import { maxTemplateStages } from '#events/schema/nouns/tournament.ts'

function stagesWith(settings: typeof StageSettings) {
  return z.array(templateStage(settings)).max(maxTemplateStages)
}

/** The data that a template saves of a tournament. A new format gets a new `v`. */
export const TemplateContent = z.object({
  v: z.literal(1),
  ...Settings.pick({
    description: true,
    allowRegistration: true,
    registrationBanner: true,
    registrationMessage: true,
  }).shape,
  /** missing in older templates */
  ...SceneDefaults.partial().shape,
  ...Settings.pick({
    tidbitPrompt: true,
    requirePlayerPhoto: true,
    paymentMessage: true,
    places: true,
    offerHours: true,
  }).partial().shape,
  paymentOptions: z.array(OptionFields).max(200).optional(),
  /** in their order, like the links */
  questions: z.array(QuestionFields).max(1_000),
  links: z.array(LinkFields).max(1_000),
  paymentAccount: Id.nullable(),
  /** the settings, and the places they take of each other; teams belong to each tournament */
  stages: stagesWith(StageSettings),
  /** with names, for cabinets that no longer exist when the template is loaded */
  cabinets: z.array(z.object({ id: Id, name: z.string() })).max(200),
})
export type TemplateContent = z.infer<typeof TemplateContent>

const missingName = 'Template name is required'
const name = nameOf(100, missingName)

/** Templates that are stored already may have other names of stages. */
const NewContent = TemplateContent.extend({
  stages: stagesWith(StageSettings.extend({ name: StageName })),
})

/** Saves a tournament, or the given content. */
export const NewTemplate = z.object({
  scene: Id,
  name,
  tournament: Id.optional(),
  data: NewContent.optional(),
})

/** Changes the name, or replaces the content by that of a tournament or the given one. */
const TemplateChange = NewTemplate.omit({ scene: true }).partial()
export const TemplateBody = z
  .object({
    id: z.int(),
    scene: z.int(),
    name: z.string(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Template' })
const TemplateFilters = z.object({ ...paging, sceneId: IdText })
const LoadTemplate = z.object({
  template: Id,
  /** loads it even if some of its cabinets no longer exist */
  force: z.boolean().optional(),
})

export const templateApi = {
  'GET /api/tournament/template/': listBy(TemplateFilters, TemplateBody),
  'GET /api/tournament/template/:id/': byId(TemplateBody),
  'POST /api/tournament/template/': { body: NewTemplate, response: { 201: TemplateBody } },
  'PATCH /api/tournament/template/:id/': toOne(TemplateChange, TemplateBody),
  'PUT /api/tournament/tournament/:id/load-template/': toOne(LoadTemplate, TournamentBody),
  'DELETE /api/tournament/template/:id/': Removal,
}

import { Message } from '#events/schema/parts/message.ts'
import { z } from 'zod'
import { refusals } from '#events/refusals.ts'
import {
  ById,
  Order,
  OrderBody,
  Id,
  toOne,
  listBy,
  InTournament,
  nameOf,
  byId,
} from '../http/common.ts'
import { PlayerBody, Fields } from './player.ts'
import { Choices } from './payment.ts'
import { Removal } from '../http/bodies.ts'

// Questions of the registration form.
const required = 'Field description is required'
const missingLabel = 'Each choice needs a label'
const ChoiceFields = z.object({
  /** the stored value of an answer; default: the first label */
  value: z.string().trim().min(1).max(200, 'Too long').optional(),
  label: z.string(missingLabel).trim().min(1, missingLabel).max(200, 'Too long'),
})
export const QuestionFields = z.object({
  fieldSlug: z.string().trim().max(60, 'Too long').nullish(),
  fieldDescription: z.string(required).trim().min(1, required).max(2_000, 'Too long'),
  fieldType: z.enum(['text', 'multi_choice', 'single_choice', 'checkbox']),
  isRequired: z.boolean(),
  choices: z.array(ChoiceFields).max(100),
})
export type QuestionFields = z.infer<typeof QuestionFields>
export const QuestionBody = z
  .object({
    id: z.int(),
    tournament: z.int(),
    fieldName: z.string(),
    fieldSlug: z.string().nullable(),
    fieldDescription: z.string(),
    fieldType: QuestionFields.shape.fieldType,
    isRequired: z.boolean(),
    choices: z.array(z.object({ value: z.string(), label: z.string() })),
    order: z.int(),
  })
  .meta({ id: 'Question' })
export type Choice = z.infer<typeof QuestionBody>['choices'][number]

const { isRequired, choices } = QuestionFields.shape
const FullQuestion = QuestionFields.extend({
  isRequired: isRequired.default(false),
  choices: choices.default([]),
})
const NewQuestion = FullQuestion.extend({ tournament: Id })
const QuestionReplacement = FullQuestion.extend({ tournament: Id.optional() })
export const QuestionChange = QuestionFields.partial().extend({ tournament: Id.optional() })

const { name, pronouns, scene, tidbit, image, doNotDisplay, email, team, answers } = Fields.shape

/** A player's own registration; answers may also be fields named like their questions. */
export const Form = z
  .looseObject({
    name,
    pronouns,
    scene,
    tidbit,
    image,
    doNotDisplay,
    email,
    /** the chosen payment options; the server computes the price */
    options: Choices,
    /** a team to join; null for a free agent */
    team,
    /** a team to create */
    newTeam: nameOf(100, refusals.TEAM_UNNAMED),
    answers,
  })
  .partial()
export type Form = z.infer<typeof Form>
const NewForm = Form.extend({ name })

/** `place` counts from 1; null once a place is offered, until `offeredUntil`. */
const WaitingPlace = z.object({ place: z.int().nullable(), offeredUntil: z.string().nullable() })
const MyRegistration = z.object({
  /** why registration is closed, as a sentence; null if it is open */
  closed: z.string().nullable(),
  closedMessage: Message.nullable(),
  canCheckIn: z.boolean(),
  /** null if not registered */
  player: PlayerBody.nullable(),
  /** if the number of places is limited */
  places: z.object({ total: z.int(), taken: z.int(), waiting: z.int() }).optional(),
  /** if the person waits for a place */
  waiting: WaitingPlace.optional(),
})
/** The waiting list, for organisers. */
const WaitingList = z.object({
  waiting: z.array(
    z.object({
      user: z.int(),
      name: z.string(),
      email: z.string().nullable(),
      joinedAt: z.string(),
      offeredUntil: z.string().nullable(),
    }),
  ),
})

export const registrationApi = {
  'GET /api/tournament/player-info-field/': listBy(InTournament, QuestionBody),
  'GET /api/tournament/player-info-field/:id/': byId(QuestionBody),
  'POST /api/tournament/player-info-field/': { body: NewQuestion, response: { 201: QuestionBody } },
  'PUT /api/tournament/tournament/:id/question-order/': toOne(Order, OrderBody),
  'GET /api/tournament/tournament/:id/registration/': byId(MyRegistration),
  'POST /api/tournament/tournament/:id/registration/': {
    params: ById,
    body: NewForm,
    response: { 201: PlayerBody },
  },
  'PATCH /api/tournament/tournament/:id/registration/': toOne(Form, PlayerBody),
  'DELETE /api/tournament/tournament/:id/registration/': Removal,
  'PUT /api/tournament/tournament/:id/registration/check-in/': byId(PlayerBody),
  'PUT /api/tournament/tournament/:id/registration/waiting/': byId(WaitingPlace),
  'DELETE /api/tournament/tournament/:id/registration/waiting/': Removal,
  'GET /api/tournament/tournament/:id/waiting/': byId(WaitingList),
  'PUT /api/tournament/player-info-field/:id/': toOne(QuestionReplacement, QuestionBody),
  'PATCH /api/tournament/player-info-field/:id/': toOne(QuestionChange, QuestionBody),
  'DELETE /api/tournament/player-info-field/:id/': Removal,
}

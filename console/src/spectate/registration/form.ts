import { changesIn } from '../../hooks/form/edited-fields.ts'
import { centsIn } from '#events/text/cents.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import type {
  Answer,
  PaymentOption,
  Player,
  Question,
  RegistrationSettings,
} from './registration-body.ts'

/** `same`: the player's team, or having none, does not change. */
export type TeamKind = 'same' | 'free' | 'create' | 'join'
export type TeamChoice = { kind: TeamKind; team: number | null; name: string }
/** What was picked of an option; `price` as typed, empty for the option's own price. */
export type PickedOption = { quantity: number; price: string }
export type RegistrationFields = {
  name: string
  pronouns: string
  scene: string
  tidbit: string
  image: string | null
  doNotDisplay: boolean
  answers: Record<string, Answer>
  picked: Record<number, PickedOption>
  team: TeamChoice
}
export type Errors = Record<string, string>
type FormContext = {
  questions: readonly Question[]
  options: readonly PaymentOption[]
  requirePlayerPhoto: RegistrationSettings['requirePlayerPhoto']
}

/** An option of the form. `kept`: how many a player chose of an option that was removed since. */
export type FormOption = PaymentOption & { kept?: number }

/** The options of the tournament, and those removed since that the player keeps until they untick them. */
export function optionsFor(
  player: Player | null,
  options: readonly PaymentOption[],
): readonly FormOption[] {
  const removed = (player?.selectedPaymentOptions ?? []).flatMap(
    ({ paymentOption: { id, name, price }, quantity, customPrice }) => {
      if (!player || id === undefined || options.some((option) => option.id === id)) return []
      const { tournament } = player
      const fixed = { price: customPrice ?? price, allowCustomPrice: false }
      return [{ id, tournament, name, ...fixed, kept: quantity }]
    },
  )
  return [...options, ...removed]
}

export function fieldsOf(player: Player | null, name = ''): RegistrationFields {
  const chosen = (player?.selectedPaymentOptions ?? []).flatMap(
    ({ paymentOption: { id }, quantity, customPrice }) =>
      id === undefined ? [] : [[id, { quantity, price: customPrice ?? '' }] as const],
  )
  return {
    name: player?.name ?? name,
    pronouns: player?.pronouns ?? '',
    scene: player?.scene ?? '',
    tidbit: player?.tidbit ?? '',
    image: player?.image ?? null,
    doNotDisplay: player?.doNotDisplay ?? false,
    answers: player?.answers ?? {},
    picked: Object.fromEntries(chosen),
    team: { kind: player ? 'same' : 'free', team: null, name: '' },
  }
}

/** Errors by field that prevent sending. The server checks again. */
export function problemsIn(
  fields: RegistrationFields,
  { questions, options, requirePlayerPhoto }: FormContext,
): Errors {
  const { team } = fields
  const unanswered = questions.filter(
    ({ isRequired, fieldName }) => isRequired && isUnanswered(fields.answers[fieldName]),
  )
  return {
    ...(fields.name.trim() === '' && { name: words.nameMissing }),
    ...(requirePlayerPhoto && !fields.image && { image: words.required }),
    ...(team.kind === 'create' && team.name.trim() === '' && { newTeam: words.teamNameMissing }),
    ...(team.kind === 'join' && team.team === null && { team: words.whichTeamMissing }),
    ...Object.fromEntries(unanswered.map(({ fieldName }) => [fieldName, words.required])),
    ...priceProblems(fields, options),
  }
}

function priceProblems({ picked }: RegistrationFields, options: readonly PaymentOption[]): Errors {
  const low = options.filter(({ id, price }) => {
    const typed = picked[id]?.price.trim() ?? ''
    return typed !== '' && (centsIn(typed) ?? -1) < (centsIn(price) ?? 0)
  })
  return Object.fromEntries(
    low.map(({ id, price }) => [`price${id}`, words.tooLittle(`$${price}`)]),
  )
}

/** No answer at all, or a box that is not ticked. */
function isUnanswered(answer: Answer | undefined): boolean {
  if (typeof answer === 'string') return answer.trim() === ''
  return Array.isArray(answer) ? answer.length === 0 : !answer
}

/** The expected total in cents. The server computes the final one (R-PM-4). */
export function totalOf(
  picked: RegistrationFields['picked'],
  options: readonly PaymentOption[],
): number {
  return options.reduce((sum, { id, price }) => {
    const { quantity = 0, price: typed = '' } = picked[id] ?? {}
    return sum + quantity * (centsIn(typed) ?? centsIn(price) ?? 0)
  }, 0)
}

/** The request body. For an existing registration only changed fields, so that nothing is reset. */
export function bodyOf(
  fields: RegistrationFields,
  before: RegistrationFields | null,
): Record<string, unknown> {
  const values = toRequest(fields)
  const { answers = {}, ...body } = before ? changesIn(values, toRequest(before)) : values
  const changedAnswers = changesIn(answers, before?.answers ?? {})
  return {
    ...body,
    ...teamChange(fields.team),
    ...(Object.keys(changedAnswers).length > 0 && { answers: changedAnswers }),
  }
}

function toRequest({ team: _, picked, name, ...rest }: RegistrationFields) {
  return { ...rest, name: name.trim(), options: pickedOptions(picked) }
}

function pickedOptions(picked: RegistrationFields['picked']) {
  return Object.entries(picked)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([id, { quantity, price }]) => ({
      paymentOption: Number(id),
      quantity,
      ...(price.trim() !== '' && { customPrice: price.trim() }),
    }))
}

function teamChange({ kind, team, name }: TeamChoice): Record<string, unknown> {
  if (kind === 'create') return { newTeam: name.trim() }
  if (kind === 'join') return { team }
  return kind === 'free' ? { team: null } : {}
}

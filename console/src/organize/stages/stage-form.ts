import { addedSettingDefaults, maxNameLength, stageDefaults } from '#events/rules/stage-settings.ts'
import { isElimination, typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { StageType, WithStageType } from '#events/rules/stage-types/stage-types.ts'
import type { Tiebreaker } from '#events/rules/tiebreakers.ts'
import type { StageSettings } from '#events/schema/parts/stage-settings.ts'
import type { BracketRow } from '#events/schema/rows.ts'
import { changesIn } from '../../hooks/form/edited-fields.ts'
import { stages } from '../../core/text/organize/stages.ts'

type Settings = Omit<BracketRow & StageSettings, Exclude<keyof BracketRow, keyof StageSettings>>
/** The values of the form. An empty string means that nothing is chosen. */
export type StageForm = Omit<
  Settings,
  'stageType' | 'stageTiebreakers' | 'linkedOrg' | 'linkedBracketId'
> & {
  stageType: StageType | ''
  stageTiebreakers: readonly Tiebreaker[]
  linkedOrg: string
  linkedBracketId: string
  /** write-only; null removes the stored token */
  linkToken: string | null
  numGroups: number
}
export type StageField = keyof StageForm

export const emptyForm: StageForm = {
  ...stageDefaults,
  ...addedSettingDefaults,
  name: '',
  stageType: '',
  numGroups: 1,
  linkedOrg: '',
  linkedBracketId: '',
  linkToken: '',
}

export const allTiebreakers = Object.keys(stages.form.tiebreakerNames) as Tiebreaker[]

export function formOf(stage: BracketRow): StageForm {
  const fields = Object.keys(emptyForm) as StageField[]
  const stageValues = Object.fromEntries(
    fields.flatMap((field) => (field in stage ? [[field, stage[field as keyof BracketRow]]] : [])),
  ) as Partial<StageForm>
  return {
    ...emptyForm,
    ...stageValues,
    stageType: stage.stageType ?? '',
    linkedOrg: stage.linkedOrg ?? '',
    linkedBracketId: stage.linkedBracketId ?? '',
  }
}

type FormContext = { isNew: boolean; isExternal: boolean }

/** The fields that apply to this type of stage. */
export function shownFields(form: StageForm, { isNew, isExternal }: FormContext): Set<StageField> {
  const stage = stageTypeOf(form)
  const ofType = typeOf(stage).settings.filter((field) => {
    return field !== 'numGroups' || (isNew && !isExternal)
  })
  const shown: [boolean, StageField[]][] = [
    [true, ['name', 'stageType', 'winsPerMatch', 'roundsPerMatch']],
    [true, ['autoWarmup', 'randomizeSides', 'autoComplete']],
    [stage.stageType !== null || isExternal, ['queueTimer']],
    [true, ofType],
    [canAddGame(form), ['addTiebreaker']],
    [stage.stageType !== null && !isElimination(stage), ['stageTiebreakers', 'restartOnSplit']],
    [isExternal, ['linkedOrg', 'linkedBracketId', 'linkToken', 'reportAsSets']],
  ]
  return new Set(shown.flatMap(([isShown, fields]) => (isShown ? fields : [])))
}

/** The stage type as in rows: null if none is chosen. */
export function stageTypeOf({ stageType }: StageForm): WithStageType {
  return { stageType: stageType === '' ? null : stageType }
}

/** A match can end level only if draws are allowed and an even number of games are all played. */
function canAddGame(form: StageForm): boolean {
  const { winsPerMatch, roundsPerMatch } = form
  return (
    typeOf(stageTypeOf(form)).drawAllowed &&
    winsPerMatch === 0 &&
    roundsPerMatch > 0 &&
    roundsPerMatch % 2 === 0
  )
}

/** Client-side validation, with the same messages as the server. */
export function problemsIn(form: StageForm): Record<string, string> {
  const name = form.name.trim()
  if (name === '') return { name: stages.form.nameMissing }
  return name.length > maxNameLength(form.numGroups) ? { name: stages.form.tooLong } : {}
}

/** The body of a new stage: the shown fields. Hidden fields keep their defaults. */
export function newBody(form: StageForm, tournament: number, context: FormContext) {
  const shown = shownFields(form, context)
  const numGroups = shown.has('numGroups') ? form.numGroups : 1
  const fields = [...shown].filter((field) => field !== 'numGroups')
  return { tournament, numGroups, ...bodyOf(form, fields), name: form.name.trim() }
}

/** Only the changed fields of an existing stage, so that other organisers' changes stay. */
export function changedBody(form: StageForm, before: StageForm): Record<string, unknown> {
  const fields = Object.keys(changesIn(form, before)) as StageField[]
  return bodyOf(
    form,
    fields.filter((field) => field !== 'numGroups'),
  )
}

function bodyOf(form: StageForm, fields: StageField[]): Record<string, unknown> {
  const entries = fields
    .filter((field) => !(field === 'linkToken' && form.linkToken === ''))
    .map((field) => [field, valueOf(form, field)] as const)
  return Object.fromEntries(entries)
}

const emptyIsNull: readonly StageField[] = ['stageType', 'linkedOrg', 'linkedBracketId']

function valueOf(form: StageForm, field: StageField): unknown {
  const value = form[field]
  if (field === 'name') return form.name.trim()
  return emptyIsNull.includes(field) && value === '' ? null : value
}

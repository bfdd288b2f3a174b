import {
  laterDefaults,
  maxNameLength,
  stageDefaults,
} from '../../../../events/rules/stage-settings.ts'
import { isElimination, typeOf } from '../../../../events/rules/stage-types/stage-types.ts'
import type { StageType, Typed } from '../../../../events/rules/stage-types/stage-types.ts'
import type { Tiebreaker } from '../../../../events/rules/tiebreakers.ts'
import type { StageSettings } from '../../../../events/schema/stage-settings.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
import { changesIn } from '../../hooks/form/edited-fields.ts'
import { stages } from './text.ts'

type Settings = Omit<BracketRow & StageSettings, Exclude<keyof BracketRow, keyof StageSettings>>
/** What the form holds; an empty text is nothing chosen. */
export type StageForm = Omit<
  Settings,
  'stageType' | 'stageTiebreakers' | 'linkedOrg' | 'linkedBracketId'
> & {
  stageType: StageType | ''
  stageTiebreakers: readonly Tiebreaker[]
  linkedOrg: string
  linkedBracketId: string
  /** typed, never read back; null: forget the one that is kept */
  linkToken: string | null
  numGroups: number
}
export type StageField = keyof StageForm

export const fresh: StageForm = {
  ...stageDefaults,
  ...laterDefaults,
  name: '',
  stageType: '',
  numGroups: 1,
  linkedOrg: '',
  linkedBracketId: '',
  linkToken: '',
}

export const allTiebreakers = Object.keys(stages.form.tiebreakerNames) as Tiebreaker[]

export function formOf(stage: BracketRow): StageForm {
  const fields = Object.keys(fresh) as StageField[]
  const known = Object.fromEntries(
    fields.flatMap((field) => (field in stage ? [[field, stage[field as keyof BracketRow]]] : [])),
  ) as Partial<StageForm>
  return {
    ...fresh,
    ...known,
    stageType: stage.stageType ?? '',
    linkedOrg: stage.linkedOrg ?? '',
    linkedBracketId: stage.linkedBracketId ?? '',
  }
}

type FormContext = { isNew: boolean; isOutside: boolean }

/** Which fields say something for this type of stage. */
export function shownFields(form: StageForm, { isNew, isOutside }: FormContext): Set<StageField> {
  const stage = typed(form)
  const ofType = typeOf(stage).settings.filter((field) => {
    return field !== 'numGroups' || (isNew && !isOutside)
  })
  const shown: [boolean, StageField[]][] = [
    [true, ['name', 'stageType', 'winsPerMatch', 'roundsPerMatch']],
    [true, ['autoWarmup', 'randomizeSides', 'autoComplete']],
    [stage.stageType !== null || isOutside, ['queueTimer']],
    [true, ofType],
    [canAddGame(form), ['addTiebreaker']],
    [stage.stageType !== null && !isElimination(stage), ['stageTiebreakers', 'restartOnSplit']],
    [isOutside, ['linkedOrg', 'linkedBracketId', 'linkToken', 'reportAsSets']],
  ]
  return new Set(shown.flatMap(([isShown, fields]) => (isShown ? fields : [])))
}

/** As rows have it: null where nothing is chosen. */
export function typed({ stageType }: StageForm): Typed {
  return { stageType: stageType === '' ? null : stageType }
}

/** Only a match of an even number of games, all played, can end level where that may stand. */
function canAddGame(form: StageForm): boolean {
  const { winsPerMatch, roundsPerMatch } = form
  return (
    typeOf(typed(form)).drawAllowed &&
    winsPerMatch === 0 &&
    roundsPerMatch > 0 &&
    roundsPerMatch % 2 === 0
  )
}

/** What can be said before the server is asked, in its own words. */
export function wrongIn(form: StageForm): Record<string, string> {
  const name = form.name.trim()
  if (name === '') return { name: stages.form.nameMissing }
  return name.length > maxNameLength(form.numGroups) ? { name: stages.form.tooLong } : {}
}

/** A new stage: what the form shows; what it hides keeps its default. */
export function newBody(form: StageForm, tournament: number, where: FormContext) {
  const shown = shownFields(form, where)
  const numGroups = shown.has('numGroups') ? form.numGroups : 1
  const fields = [...shown].filter((field) => field !== 'numGroups')
  return { tournament, numGroups, ...sent(form, fields), name: form.name.trim() }
}

/** Of a stage that exists only what was changed here: another organiser may change the rest. */
export function changedBody(form: StageForm, before: StageForm): Record<string, unknown> {
  const fields = Object.keys(changesIn(form, before)) as StageField[]
  return sent(
    form,
    fields.filter((field) => field !== 'numGroups'),
  )
}

function sent(form: StageForm, fields: StageField[]): Record<string, unknown> {
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

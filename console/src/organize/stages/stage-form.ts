import type { StageType } from '../../../../events/rules/layout/layout.ts'
import type { Tiebreaker } from '../../../../events/rules/tiebreakers.ts'
import type { StageSettings } from '../../../../events/schema/stage-settings.ts'
import type { BracketRow } from '../../../../events/schema/rows.ts'
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

/** The server's defaults, and what later settings are where nothing is said of them. */
export const fresh: StageForm = {
  name: '',
  stageType: '',
  numGroups: 1,
  roundsPerMatch: 0,
  winsPerMatch: 0,
  matchesPerOpponent: 1,
  addTiebreaker: false,
  thirdPlaceMatch: false,
  grandFinal: 'double',
  queueTimer: 30,
  autoWarmup: 'never',
  randomizeSides: false,
  autoComplete: true,
  stageTiebreakers: [
    'game_win_pct',
    'h2h_games',
    'match_win_pct',
    'game_time_in_losses',
    'dice_roll',
  ],
  restartOnSplit: false,
  reportAsSets: false,
  linkedOrg: '',
  linkedBracketId: '',
  linkToken: '',
}

export const allTiebreakers = Object.keys(stages.form.tiebreakerNames) as Tiebreaker[]
export const limits = {
  name: 100,
  numGroups: 26,
  roundsPerMatch: 200,
  winsPerMatch: 99,
  matchesPerOpponent: 10,
  queueTimer: 120,
}
const groupEnding = ' Group A'

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

type Where = { isNew: boolean; isOutside: boolean }

/** Which fields say something for this type of stage. */
export function shownFields(form: StageForm, { isNew, isOutside }: Where): Set<StageField> {
  const { stageType: type } = form
  const isTable = type === 'round_robin' || type === 'custom'
  const shown: [boolean, StageField[]][] = [
    [true, ['name', 'stageType', 'winsPerMatch', 'roundsPerMatch']],
    [true, ['autoWarmup', 'randomizeSides', 'autoComplete']],
    [type !== '' || isOutside, ['queueTimer']],
    [isNew && type === 'round_robin' && !isOutside, ['numGroups']],
    [type === 'round_robin', ['matchesPerOpponent']],
    [canAddGame(form), ['addTiebreaker']],
    [type === 'single_elim', ['thirdPlaceMatch']],
    [type === 'double_elim', ['grandFinal']],
    [isTable, ['stageTiebreakers', 'restartOnSplit']],
    [isOutside, ['linkedOrg', 'linkedBracketId', 'linkToken', 'reportAsSets']],
  ]
  return new Set(shown.flatMap(([isShown, fields]) => (isShown ? fields : [])))
}

/** Only a match of an even number of games, all played, can end level where that may stand. */
function canAddGame({ stageType, winsPerMatch, roundsPerMatch }: StageForm): boolean {
  const mayStand = stageType === 'round_robin' || stageType === 'custom' || stageType === ''
  return mayStand && winsPerMatch === 0 && roundsPerMatch > 0 && roundsPerMatch % 2 === 0
}

/** What can be said before the server is asked, in its own words. */
export function wrongIn(form: StageForm): Record<string, string> {
  const name = form.name.trim()
  const most = limits.name - (form.numGroups > 1 ? groupEnding.length : 0)
  if (name === '') return { name: stages.form.nameMissing }
  return name.length > most ? { name: stages.form.tooLong } : {}
}

/** A new stage: what the form shows; what it hides keeps its default. */
export function newBody(form: StageForm, tournament: number, where: Where) {
  const shown = shownFields(form, where)
  const numGroups = shown.has('numGroups') ? form.numGroups : 1
  const fields = [...shown].filter((field) => field !== 'numGroups')
  return { tournament, numGroups, ...sent(form, fields) }
}

/** Of a stage that exists only what was changed here: another organiser may change the rest. */
export function changedBody(form: StageForm, before: StageForm): Record<string, unknown> {
  const fields = (Object.keys(fresh) as StageField[]).filter(
    (field) =>
      field !== 'numGroups' && JSON.stringify(form[field]) !== JSON.stringify(before[field]),
  )
  return sent(form, fields)
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

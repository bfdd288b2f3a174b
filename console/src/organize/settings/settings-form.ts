import type { TournamentBody } from '../../core/rest.ts'
import { shorten } from '../../core/text/forms.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { settings as words } from '../../core/text/organize/settings.ts'

type Field =
  | 'name'
  | 'date'
  | 'linkType'
  | 'isActive'
  | 'protestDeadline'
  | 'rulingSigners'
  | 'description'
export type Settings = Required<Pick<TournamentBody, Field>>

export function settingsOf(tournament: Partial<Settings> & Omit<Settings, 'description'>) {
  const { name, date, linkType, isActive, description = '' } = tournament
  const { protestDeadline, rulingSigners } = tournament
  const protests = { protestDeadline, rulingSigners }
  return { name, date, linkType, isActive, ...protests, description } satisfies Settings
}

export const missingIn = required<Pick<Settings, 'name' | 'date'>>({
  name: words.nameMissing,
  date: words.dateMissing,
})

export function displayValue(field: Field, values: Settings): string {
  if (field === 'isActive') return words.active[`${values.isActive}`]
  if (field === 'linkType') return words.linkTypes[values.linkType].name
  if (field === 'protestDeadline') return words.deadlines[values.protestDeadline]
  if (field === 'rulingSigners') return words.signers[values.rulingSigners]
  return shorten(values[field])
}

import type { TournamentBody } from '../../core/rest.ts'

export const fields = [
  'name',
  'date',
  'linkType',
  'isActive',
  'protestDeadline',
  'rulingSigners',
  'description',
] as const
export type Field = (typeof fields)[number]
export type Settings = Required<Pick<TournamentBody, Field>>
/** What is typed, and what each field said on the server when it was typed. */
export type SettingsForm = { values: Settings; seen: Settings }
export type Errors = Partial<Record<Field, string>>

export function settingsOf(tournament: Partial<Settings> & Omit<Settings, 'description'>) {
  const { name, date, linkType, isActive, description = '' } = tournament
  const { protestDeadline, rulingSigners } = tournament
  const protests = { protestDeadline, rulingSigners }
  return { name, date, linkType, isActive, ...protests, description } satisfies Settings
}

export function draftOf(server: Settings): SettingsForm {
  return { values: server, seen: server }
}

function isTouched({ values, seen }: SettingsForm, field: Field): boolean {
  return values[field] !== seen[field]
}

/** What was not touched follows the server; what was stays as it was typed. */
export function followed(draft: SettingsForm, server: Settings): SettingsForm {
  return fields.reduce((next, field) => {
    const isMine = isTouched(draft, field) && draft.values[field] !== server[field]
    return isMine ? next : taken(next, field, server)
  }, draft)
}

/** The server's word for a field instead of one's own. */
export function taken(draft: SettingsForm, field: Field, server: Settings): SettingsForm {
  const own = { [field]: server[field] }
  return { values: { ...draft.values, ...own }, seen: { ...draft.seen, ...own } }
}

/** Fields that somebody else has changed while they were being changed here. */
export function conflicts({ values, seen }: SettingsForm, server: Settings): Field[] {
  return fields
    .filter((field) => values[field] !== seen[field])
    .filter((field) => server[field] !== seen[field] && server[field] !== values[field])
}

/** What there is to send: that alone, so that nothing else is set back. */
export function changesIn(draft: SettingsForm): Partial<Settings> {
  const touched = fields.filter((field) => isTouched(draft, field))
  return Object.fromEntries(touched.map((field) => [field, draft.values[field]]))
}

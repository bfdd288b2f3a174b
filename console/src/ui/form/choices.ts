type Choice = { value: string; label: string }

/** The choices of a select, by the texts of its values. */
export function choices(labels: Record<string, string>): Choice[] {
  return Object.entries(labels).map(([value, label]) => ({ value, label }))
}

/** The choices of a select of rows. `none` is the label of the empty one. */
export function rowChoices(none: string, rows: readonly { id: number; name: string }[]): Choice[] {
  return [
    { value: '', label: none },
    ...rows.map(({ id, name }) => ({ value: `${id}`, label: name })),
  ]
}

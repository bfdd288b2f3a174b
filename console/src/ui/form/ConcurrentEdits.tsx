import { Button, Group } from '@mantine/core'
import { form as words } from '../../core/text/forms.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { Confirm } from '../Confirm.tsx'
import styles from './ConcurrentEdits.module.css'

type Props<V extends object> = {
  form: EditedForm<V>
  shown: (field: keyof V & string, values: V) => string
}

/** Shows somebody else's value of a field, with a button that takes it over. */
export function ConcurrentEdits<V extends object>(
  props: Props<V> & {
    field: keyof V & string
    /** the name of the field, if this is not shown beside it */
    label?: string
  },
) {
  const { form, shown, field, label } = props
  if (!form.conflicts.includes(field)) return null
  return (
    <Group className={styles.theirs} role="status">
      <span>
        {label && <strong>{label}: </strong>}
        {words.theirs(shown(field, form.theirs))}
      </span>
      <Button variant="default" size="compact-md" onClick={() => form.take(field)}>
        {words.takeTheirs}
      </Button>
    </Group>
  )
}

/** Asks before somebody else's change is overwritten. */
export function ConflictQuestion<V extends object>(
  props: Props<V> & { labels: Record<keyof V & string, string> },
) {
  const { form, shown, labels } = props
  const { conflict } = form
  if (!conflict) return null
  return (
    <Confirm
      title={words.conflict}
      reasons={conflict.fields.map((field) =>
        words.changedBy(labels[field], shown(field, conflict.server)),
      )}
      yes={words.overwrite}
      no={words.keepEditing}
      onYes={form.overwrite}
      onClose={form.lookAgain}
    />
  )
}

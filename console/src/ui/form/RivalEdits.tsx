import { Button, Group } from '@mantine/core'
import { form as words } from '../../core/text/form.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { Confirm } from '../Confirm.tsx'
import styles from './Rival.module.css'

type Props<V extends object> = {
  form: EditedForm<V>
  shown: (field: keyof V & string, values: V) => string
}

/** What somebody else has made of a field in the meantime, to be taken. */
export function RivalEdits<V extends object>(
  props: Props<V> & {
    field: keyof V & string
    /** where it does not stand beside its field */
    label?: string
  },
) {
  const { form, shown, field, label } = props
  if (!form.rivals.includes(field)) return null
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

/** Asked before something is written over that somebody else has changed. */
export function RivalQuestion<V extends object>(
  props: Props<V> & { labels: Record<keyof V & string, string> },
) {
  const { form, shown, labels } = props
  const { asked } = form
  if (!asked) return null
  return (
    <Confirm
      title={words.conflict}
      reasons={asked.fields.map((field) =>
        words.changedBy(labels[field], shown(field, asked.server)),
      )}
      yes={words.overwrite}
      no={words.keepEditing}
      onYes={form.overwrite}
      onClose={form.lookAgain}
    />
  )
}

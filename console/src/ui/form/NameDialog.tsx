import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'
import { savingText } from '../../core/text/saving.ts'
import { Dialog } from '../Dialog.tsx'
import { EditForm } from './EditForm.tsx'

type Props = {
  title: string
  label: string
  /** what is said of an empty one */
  missing: string
  name: string
  /** the field of the answer that refuses it */
  field: string
  saving: Saving
  onName: (name: string) => void
  onClose: () => void
}

/** Another name for something. */
export function NameDialog(props: Props) {
  const { title, label, missing, field, saving, onName, onClose } = props
  const typed = (values: Record<string, string>) => values[field]?.trim() ?? ''
  const form = useEditedForm<Record<string, string>>({
    server: { [field]: props.name },
    saving,
    check: (values) => (typed(values) === '' ? { [field]: missing } : {}),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <EditForm
        form={form}
        onSave={(_, values) => onName(typed(values))}
        button={savingText.save}
        onCancel={onClose}
      >
        <TextInput label={label} required data-autofocus {...form.field(field)} />
      </EditForm>
    </Dialog>
  )
}

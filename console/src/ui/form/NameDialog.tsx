import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'
import { savingText } from '../../core/text/forms.ts'
import { Dialog } from '../Dialog.tsx'
import { EditForm } from './EditForm.tsx'

type Props = {
  title: string
  label: string
  /** error text for an empty name */
  missing: string
  name: string
  /** the field of the request, under which the answer reports errors */
  field: string
  saving: Saving
  onName: (name: string) => void
  onClose: () => void
}

/** A dialog that renames something. */
export function NameDialog(props: Props) {
  const { title, label, missing, field, saving, onName, onClose } = props
  const nameIn = (values: Record<string, string>) => values[field]?.trim() ?? ''
  const form = useEditedForm<Record<string, string>>({
    server: { [field]: props.name },
    saving,
    check: (values) => (nameIn(values) === '' ? { [field]: missing } : {}),
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <EditForm
        form={form}
        onSave={(_, values) => onName(nameIn(values))}
        button={savingText.save}
        onCancel={onClose}
      >
        <TextInput label={label} required data-autofocus {...form.field(field)} />
      </EditForm>
    </Dialog>
  )
}

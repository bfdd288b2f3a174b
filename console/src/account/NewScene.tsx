import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { EditForm } from '../ui/form/EditForm.tsx'
import { FieldRow } from '../ui/form/FieldRow.tsx'
import forms from '../ui/Form.module.css'
import { required } from '../hooks/edited-fields.ts'
import { useEditedForm } from '../hooks/useEditedForm.ts'
import { toast } from '../hooks/toast.ts'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import styles from './sign-in/SignIn.module.css'
import { rest } from '../core/rest.ts'

const words = account.scene

/** `name`: null until somebody types one; so long it is made from the name on screens */
type Fields = { displayName: string; name: string | null }
const empty: Fields = { displayName: '', name: null }
const check = required<Fields>({ displayName: words.missing })

/** The first thing that the owner of a new site needs. */
export function NewScene({ onMade }: { onMade: () => void }) {
  const saving = useSaving()
  const form = useEditedForm({ server: empty, saving, check })
  const name = form.values.name ?? plainName(form.values.displayName)

  async function make(_: unknown, { displayName }: Fields): Promise<void> {
    const body = { name, displayName }
    const saved = await saving.save(rest.post('/api/game/scene/', {}, body))
    if (!saved.ok) return
    toast(words.made(displayName))
    form.reset()
    onMade()
  }

  return (
    <div className={styles.people}>
      <EditForm form={form} onSave={make} failed={words.failed} button={words.make} isQuiet>
        <h3>{words.title}</h3>
        <p className={forms.lead}>{words.lead}</p>
        <FieldRow>
          <TextInput label={words.displayName} maxLength={100} {...form.field('displayName')} />
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={60}
            autoCapitalize="none"
            spellCheck={false}
            {...form.field('name')}
            value={name}
          />
        </FieldRow>
      </EditForm>
    </div>
  )
}

function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

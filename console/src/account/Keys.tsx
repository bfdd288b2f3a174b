import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../ui/CopyText.tsx'
import form from '../ui/Form.module.css'
import { EditForm } from '../ui/form/EditForm.tsx'
import { ListState } from '../ui/ListState.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { required } from '../hooks/form/edited-fields.ts'
import { useEditedForm } from '../hooks/form/useEditedForm.ts'
import { useList } from '../query/useList.ts'
import { RemovableRows } from '../ui/row/RemovableRows.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { when } from '../core/local-time.ts'
import { rest, rowsPerPage } from '../core/rest.ts'

const words = account.keys

export function Keys({ me }: { me: Me }) {
  const list = useList(rest.get('/api/user/key/', { rowsPerPage }))
  const { isSaving, problem, save, dismiss } = useSaving()

  async function remove(id: number): Promise<void> {
    const saved = await save(rest.delete('/api/user/key/:id/', { id }))
    if (saved.ok) await list.reload()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <ListState list={list} empty={words.empty}>
        {(rows) => (
          <RemovableRows
            words={words}
            isSaving={isSaving}
            onRemove={(id) => void remove(id)}
            rows={rows.map(({ id, name, createdAt, lastUsedAt }) => {
              const used = lastUsedAt === null ? words.never : when(lastUsedAt)
              return {
                id,
                name,
                detail: `${words.since} ${when(createdAt)} · ${words.used} ${used}`,
              }
            })}
          />
        )}
      </ListState>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
      <NewKey me={me} onMade={() => void list.reload()} />
    </section>
  )
}

const empty = { name: '', current: '' }
const check = required<typeof empty>({ name: words.nameMissing })

function NewKey({ me, onMade }: { me: Me; onMade: () => void }) {
  const saving = useSaving()
  const form = useEditedForm({ server: empty, saving, check })
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)

  async function make(changes: Partial<typeof empty>, { name }: typeof empty): Promise<void> {
    const saved = await saving.save(rest.post('/api/user/key/', {}, { ...changes, name }))
    if (!saved.ok) return
    setMade(saved.answer)
    form.reset()
    onMade()
  }

  return (
    <>
      {made !== null && (
        <CopyText
          label={words.made(made.name)}
          description={words.once}
          value={made.key}
          rows={3}
          button={words.copy}
        />
      )}
      <EditForm form={form} onSave={make} failed={words.failed} button={words.make} isQuiet isRow>
        {me.hasPassword && <PasswordField label={words.present} {...form.field('current')} />}
        <TextInput label={words.name} maxLength={60} {...form.field('name')} />
      </EditForm>
    </>
  )
}

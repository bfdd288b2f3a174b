import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import account from '../../ui/NarrowPage.module.css'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { devices } from '../../core/text/shell.ts'
import { loadUser, useUser } from '../../core/session-user.ts'
import { Waiting } from '../../ui/Layout.tsx'
import AtCabinet from './AtCabinet.tsx'
import styles from './Pair.module.css'
import { rest } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

const text = devices.page

/** Opened on a tablet: takes the code an official made for it, then goes to its cabinet. */
export function Pair() {
  const user = useUser()
  const [isTaken, setTaken] = useState(false)
  if (user.state === 'loading') return <Waiting />
  const person = user.state === 'in' ? user.person : null
  const paired = person?.paired ?? null
  return (
    <div className={styles.page}>
      <PageTitle>{text.title}</PageTitle>
      {paired && <AtCabinet paired={paired} opensOnly={isTaken} />}
      {person && !paired && <p className={account.note}>{text.signsOut(person.name)}</p>}
      {!(paired && isTaken) && (
        <CodeForm isAnew={paired !== null} onTaken={() => (setTaken(true), void loadUser())} />
      )}
    </div>
  )
}

const empty = { code: '' }
const check = required<typeof empty>({ code: text.codeMissing })

function CodeForm({ isAnew, onTaken }: { isAnew: boolean; onTaken: () => void }) {
  const form = useSavedForm({ server: empty, check, isKept: false })

  async function pair(_: unknown, body: typeof empty): Promise<void> {
    await form.save(rest.post('/api/user/pair/', {}, body), onTaken)
  }

  return (
    <EditForm
      form={form}
      onSave={pair}
      failed={text.failed}
      button={isAnew ? text.anew : text.button}
      isNarrow
    >
      <TextInput
        label={text.code}
        description={text.lead}
        size="xl"
        required
        autoFocus={!isAnew}
        inputMode="text"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles.code }}
        {...form.field('code')}
        onChange={({ currentTarget }) => form.set({ code: currentTarget.value.toUpperCase() })}
      />
    </EditForm>
  )
}

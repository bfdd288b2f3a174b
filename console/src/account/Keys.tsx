import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../ui/CopyText.tsx'
import form from '../ui/Form.module.css'
import { ListState } from '../ui/ListState.tsx'
import { PressAgain } from '../ui/PressAgain.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useList } from '../query/useList.ts'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import styles from './sign-in/SignIn.module.css'
import { PasswordField } from './sign-in/Fields.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { when } from './Sessions.tsx'

type Key = { id: number; name: string; createdAt: string; lastUsedAt: string | null }
const words = account.keys
const path = '/api/user/key/'

export function Keys({ me }: { me: Me }) {
  const kept = useList<Key>(`${path}?rowsPerPage=1000`)
  const { isSaving, problem, save, dismiss } = useSaving()

  async function remove(id: number): Promise<void> {
    const saved = await save({ method: 'DELETE', path: `${path}${id}/` })
    if (saved.ok) await kept.reload()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <ListState kept={kept} empty={words.empty}>
        {(rows) => (
          <ul className={styles.rows} aria-label={words.caption}>
            {rows.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id}>
                <span className={styles.words}>
                  {name}
                  <span className={styles.dim}>
                    {words.since} {when(createdAt)} · {words.used}{' '}
                    {lastUsedAt === null ? words.never : when(lastUsedAt)}
                  </span>
                </span>
                <PressAgain
                  label={words.remove}
                  again={words.removeAgain}
                  name={name}
                  size="md"
                  className={form.button}
                  disabled={isSaving}
                  onSure={() => void remove(id)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListState>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
      <NewKey me={me} onMade={() => void kept.reload()} />
    </section>
  )
}

function useNewKey(onMade: () => void) {
  const saving = useSaving()
  const { isSaving, save } = saving
  const [name, setName] = useState('')
  const [current, setCurrent] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const isEmpty = name.trim() === ''

  async function make(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const saved = await save<{ name: string; key: string }>({
      method: 'POST',
      path,
      body: { name, ...(current !== '' && { current }) },
    })
    if (!saved.ok) return
    setMade(saved.answer)
    setName('')
    setCurrent('')
    onMade()
  }
  return {
    ...saving,
    name,
    setName,
    current,
    setCurrent,
    missing: isMissing && isEmpty,
    made,
    make,
  }
}

function NewKey({ me, onMade }: { me: Me; onMade: () => void }) {
  const { isSaving, problem, dismiss, missing, made, make, ...typed } = useNewKey(onMade)
  const { name, setName, current, setCurrent } = typed
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void make())}
    >
      {made !== null && (
        <CopyText
          label={words.made(made.name)}
          description={words.once}
          value={made.key}
          rows={3}
          button={words.copy}
        />
      )}
      {me.hasPassword && (
        <PasswordField
          label={words.present}
          value={current}
          error={problem?.fields['current']}
          onType={setCurrent}
        />
      )}
      <div className={form.row}>
        <TextInput
          className={form.grow}
          size="md"
          label={words.name}
          maxLength={60}
          value={name}
          error={missing ? words.nameMissing : problem?.fields['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button
          type="submit"
          variant="default"
          size="md"
          className={form.button}
          loading={isSaving}
        >
          {words.make}
        </Button>
      </div>
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['name', 'current']}
        onDismiss={dismiss}
      />
    </form>
  )
}

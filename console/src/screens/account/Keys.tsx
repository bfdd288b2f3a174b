import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { CopyText } from '../../parts/CopyText.tsx'
import form from '../../parts/Form.module.css'
import { KeptRows } from '../../parts/KeptRows.tsx'
import { PressAgain } from '../../parts/PressAgain.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { useKept } from '../../parts/useKept.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { account } from '../../text/account.ts'
import styles from './Account.module.css'
import { when } from './Sessions.tsx'

type Key = { id: number; name: string; createdAt: string; lastUsedAt: string | null }
const words = account.keys
const path = '/api/user/key/'

export function Keys() {
  const kept = useKept<Key>(`${path}?rowsPerPage=1000`)
  const { isSaving, problem, save, dismiss } = useSaving()

  async function remove(id: number): Promise<void> {
    const saved = await save({ method: 'DELETE', path: `${path}${id}/` })
    if (saved.ok) await kept.reload()
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <KeptRows kept={kept} empty={words.empty}>
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
      </KeptRows>
      <ProblemNote problem={problem} title={words.removeFailed} onDismiss={dismiss} />
      <NewKey onMade={() => void kept.reload()} />
    </section>
  )
}

function NewKey({ onMade }: { onMade: () => void }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const isEmpty = name.trim() === ''

  async function make(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const saved = await save<{ name: string; key: string }>({
      method: 'POST',
      path,
      body: { name },
    })
    if (!saved.ok) return
    setMade(saved.answer)
    setName('')
    onMade()
  }

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
      <div className={form.row}>
        <TextInput
          className={form.grow}
          size="md"
          label={words.name}
          maxLength={60}
          value={name}
          error={isMissing && isEmpty ? words.nameMissing : problem?.fields['name']}
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
      <ProblemNote problem={problem} title={words.failed} beside={['name']} onDismiss={dismiss} />
    </form>
  )
}

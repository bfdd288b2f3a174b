import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import styles from './sign-in/SignIn.module.css'

const words = account.scene

/** The first thing that the owner of a new site needs. */
export function NewScene({ onMade }: { onMade: () => void }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [displayName, setDisplayName] = useState('')
  const [ownName, setOwnName] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const name =
    ownName ??
    displayName
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
  const isEmpty = displayName.trim() === ''

  async function make(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const body = { name, displayName }
    const saved = await save({ method: 'POST', path: '/api/game/scene/', body })
    if (!saved.ok) return
    toast(words.made(displayName))
    setDisplayName('')
    setOwnName(null)
    onMade()
  }

  return (
    <form
      noValidate
      className={styles.people}
      onSubmit={(event) => (event.preventDefault(), void make())}
    >
      <h3>{words.title}</h3>
      <p className={form.lead}>{words.lead}</p>
      <div className={form.row}>
        <TextInput
          className={form.grow}
          size="md"
          label={words.displayName}
          maxLength={100}
          value={displayName}
          error={isMissing && isEmpty ? words.missing : problem?.fields['displayName']}
          onChange={({ currentTarget }) => setDisplayName(currentTarget.value)}
        />
        <TextInput
          className={form.grow}
          size="md"
          label={words.name}
          description={words.nameHint}
          maxLength={60}
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={problem?.fields['name']}
          onChange={({ currentTarget }) => setOwnName(currentTarget.value)}
        />
      </div>
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['name', 'displayName']}
        onDismiss={dismiss}
      />
      <div className={form.row}>
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
    </form>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import account from '../../account/sign-in/SignIn.module.css'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { devices } from '../../core/text/devices.ts'
import { loadUser, useUser } from '../../core/session-user.ts'
import { Waiting } from '../../ui/Frame.tsx'
import AtCabinet from './AtCabinet.tsx'
import styles from './Pair.module.css'

const text = devices.page

/** On the tablet: the code that an official made for it, and then straight to its cabinet. */
export function Pair() {
  const user = useUser()
  const [isTaken, setTaken] = useState(false)
  if (user.state === 'loading') return <Waiting />
  const person = user.state === 'in' ? user.person : null
  const paired = person?.paired ?? null
  return (
    <div className={styles.page}>
      <title>{text.title}</title>
      <Title order={1} size="h2">
        {text.title}
      </Title>
      {paired && <AtCabinet paired={paired} straight={isTaken} />}
      {person && !paired && <p className={account.note}>{text.signsOut(person.name)}</p>}
      {!(paired && isTaken) && (
        <CodeForm isAnew={paired !== null} onTaken={() => (setTaken(true), void loadUser())} />
      )}
    </div>
  )
}

function CodeForm({ isAnew, onTaken }: { isAnew: boolean; onTaken: () => void }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [code, setCode] = useState('')
  const [isTried, setTried] = useState(false)
  const isEmpty = code.trim() === ''

  async function pair(): Promise<void> {
    setTried(true)
    if (isEmpty || isSaving) return
    const saved = await save({ method: 'POST', path: '/api/user/pair/', body: { code } })
    if (saved.ok) onTaken()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void pair())}
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
        maxLength={30}
        classNames={{ input: styles.code }}
        value={code}
        error={isTried && isEmpty ? text.codeMissing : problem?.fields['code']}
        onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
      />
      <ProblemNote problem={problem} title={text.failed} beside={['code']} onDismiss={dismiss} />
      <Button type="submit" size="lg" className={account.main} loading={isSaving}>
        {isAnew ? text.anew : text.button}
      </Button>
    </form>
  )
}

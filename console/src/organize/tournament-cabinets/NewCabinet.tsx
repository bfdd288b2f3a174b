import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { newCabinet as words } from './text.ts'
import { cabinetUrl } from './CabinetRow.tsx'
import { plainName, timeZones } from './cabinet-client.ts'
import type { Tokened } from './TokenDialog.tsx'

type Props = { scene: number; onMade: (made: Tokened) => void }

/** Without a cabinet, and a token for its client, a scene cannot begin. */
export function NewCabinet({ scene, onMade }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [zones] = useState(timeZones)
  const [timeZone, setTimeZone] = useState(zones.own)
  const [displayName, setDisplayName] = useState('')
  const [ownName, setOwnName] = useState<string | null>(null)
  const [isMissing, setMissing] = useState(false)
  const name = ownName ?? plainName(displayName)
  const isEmpty = displayName.trim() === ''

  async function create(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const body = { scene, name, displayName: displayName.trim(), timeZone }
    const saved = await save<Tokened>({ method: 'POST', path: cabinetUrl, body })
    if (!saved.ok) return
    setDisplayName('')
    setOwnName(null)
    onMade(saved.answer)
  }

  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      <p className={form.lead}>{words.lead}</p>
      <form
        noValidate
        className={form.form}
        onSubmit={(event) => (event.preventDefault(), void create())}
      >
        <TextInput
          label={words.displayName}
          required
          maxLength={100}
          value={displayName}
          error={isMissing && isEmpty ? words.displayNameMissing : problem?.fields['displayName']}
          onChange={({ currentTarget }) => setDisplayName(currentTarget.value)}
        />
        <TextInput
          label={words.name}
          description={words.nameHint}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={60}
          value={name}
          error={problem?.fields['name']}
          onChange={({ currentTarget }) => setOwnName(currentTarget.value)}
        />
        <NativeSelect
          label={words.timeZone}
          data={zones.all}
          value={timeZone}
          error={problem?.fields['timeZone']}
          onChange={({ currentTarget }) => setTimeZone(currentTarget.value)}
        />
        <ProblemNote
          problem={problem}
          title={words.failed}
          beside={['name', 'displayName', 'timeZone']}
          onDismiss={dismiss}
        />
        <div className={form.row}>
          <Button type="submit" size="md" className={form.button} loading={isSaving}>
            {words.create}
          </Button>
        </div>
      </form>
    </section>
  )
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { FormButtons } from '../../ui/FormButtons.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { groups as words } from './text.ts'
import styles from './TournamentCabinets.module.css'
import type { SceneCabinet } from './CabinetRow.tsx'

export const groupUrl = '/api/tournament/cabinet-group/'
export type Group = { id: number; scene: number; name: string; cabinets: number[] }
type Props = {
  scene: number
  /** undefined: a new one */
  group?: Group
  cabinets: SceneCabinet[]
  button: string
  onSaved: () => void
  onCancel?: () => void
}

export function GroupForm({ scene, group, cabinets, button, onSaved, onCancel }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [name, setName] = useState(group?.name ?? '')
  const [chosen, setChosen] = useState((group?.cabinets ?? []).map(String))
  const [isMissing, setMissing] = useState(false)
  const isEmpty = name.trim() === ''

  async function submit(): Promise<void> {
    setMissing(isEmpty)
    if (isEmpty || isSaving) return
    const inOrder = cabinets.filter((cabinet) => chosen.includes(`${cabinet.id}`))
    const body = { name: name.trim(), cabinets: inOrder.map((cabinet) => cabinet.id) }
    const saved = group
      ? await save({ method: 'PUT', path: `${groupUrl}${group.id}/`, body })
      : await save({ method: 'POST', path: groupUrl, body: { scene, ...body } })
    if (saved.ok) onSaved()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <TextInput
        label={words.name}
        required
        maxLength={100}
        value={name}
        error={isMissing && isEmpty ? words.nameMissing : problem?.fields['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Checkbox.Group
        label={words.cabinets}
        value={chosen}
        error={problem?.fields['cabinets']}
        onChange={setChosen}
      >
        <div className={styles.choices}>
          {cabinets.map((cabinet) => (
            <Checkbox
              key={cabinet.id}
              value={`${cabinet.id}`}
              size="md"
              className={form.choice}
              label={cabinet.displayName}
            />
          ))}
        </div>
      </Checkbox.Group>
      <ProblemNote
        problem={problem}
        title={words.saveFailed}
        beside={['name', 'cabinets']}
        onDismiss={dismiss}
      />
      <FormButtons button={button} isSaving={isSaving} onCancel={onCancel} />
    </form>
  )
}

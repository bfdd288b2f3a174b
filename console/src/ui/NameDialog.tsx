import '@mantine/core/styles/Input.layer.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '../core/text/text.ts'
import confirm from './Confirm.module.css'
import { ProblemNote } from './ProblemNote.tsx'
import type { Problem } from '../query/useSaving.ts'

type Props = {
  title: string
  label: string
  /** what is said of an empty one */
  missing: string
  name: string
  /** the field of the answer that refuses it */
  field: string
  problem: Problem | null
  isSaving: boolean
  onDismiss: () => void
  onName: (name: string) => void
  onClose: () => void
}

/** Another name for something. */
export function NameDialog(props: Props) {
  const { title, label, missing, field, problem, isSaving, onDismiss, onName, onClose } = props
  const [name, setName] = useState(props.name)
  const [isMissing, setMissing] = useState(false)
  const isEmpty = name.trim() === ''
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      centered
      zIndex={400}
      withCloseButton={false}
      classNames={{ title: confirm.title }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setMissing(isEmpty)
          if (!isEmpty && !isSaving) onName(name.trim())
        }}
      >
        <TextInput
          label={label}
          size="md"
          required
          data-autofocus
          value={name}
          error={isMissing && isEmpty ? missing : problem?.fields[field]}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <ProblemNote problem={problem} beside={[field]} onDismiss={onDismiss} />
        <div className={confirm.choices}>
          <Button variant="default" size="lg" className={confirm.choice} onClick={onClose}>
            {text.cancel}
          </Button>
          <Button type="submit" size="lg" className={confirm.choice} loading={isSaving}>
            {text.saving.save}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

import { ActionIcon, Button, Radio, Switch, TextInput, Textarea } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import form from '../../ui/Form.module.css'
import { FormButtons } from '../../ui/FormButtons.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { configure as words } from './text.ts'
import { questionUrl } from '../../spectate/registration/registration-body.ts'
import type { FieldType, Question } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { bodyOf, draftOf, hasChoices, problemsIn } from './question.ts'

type Props = {
  tournament: number
  /** null: a new one */
  question: Question | null
  onSaved: () => void
  onClose: () => void
}

const types: FieldType[] = ['text', 'single_choice', 'multi_choice', 'checkbox']

/** One question: what is asked, how it is answered, and whether it has to be. */
export function QuestionForm({ tournament, question, onSaved, onClose }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [draft, setDraft] = useState(() => draftOf(question))
  const [isTried, setTried] = useState(false)
  const found = problemsIn(draft)
  const errors = { ...problem?.fields, ...(isTried && found) }
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))

  async function submit(): Promise<void> {
    setTried(true)
    if (isSaving || Object.keys(found).length > 0) return
    const body = bodyOf(draft)
    const saved = question
      ? await save({ method: 'PATCH', path: `${questionUrl}${question.id}/`, body })
      : await save({ method: 'POST', path: questionUrl, body: { tournament, ...body } })
    if (saved.ok) onSaved()
  }

  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => (event.preventDefault(), void submit())}
    >
      <Textarea
        label={words.question}
        required
        rows={2}
        maxLength={2_000}
        data-autofocus
        value={draft.fieldDescription}
        error={errors['fieldDescription']}
        onChange={({ currentTarget }) => set({ fieldDescription: currentTarget.value })}
      />
      <Radio.Group
        label={words.type}
        value={draft.fieldType}
        onChange={(fieldType) => set({ fieldType })}
      >
        {types.map((type) => (
          <Radio
            key={type}
            value={type}
            size="md"
            className={form.choice}
            label={words.types[type]}
          />
        ))}
      </Radio.Group>
      {hasChoices(draft.fieldType) && (
        <Choices
          choices={draft.choices}
          error={errors['choices']}
          onChoices={(choices) => set({ choices })}
        />
      )}
      <Switch
        size="lg"
        color="gray.6"
        withThumbIndicator={false}
        className={form.choice}
        label={words.required}
        checked={draft.isRequired}
        onChange={({ currentTarget }) => set({ isRequired: currentTarget.checked })}
      />
      <TextInput
        label={words.slug}
        description={words.slugHint}
        maxLength={60}
        value={draft.fieldSlug}
        error={errors['fieldSlug']}
        onChange={({ currentTarget }) => set({ fieldSlug: currentTarget.value })}
      />
      <ProblemNote
        problem={problem}
        title={words.questionFailed}
        beside={['fieldDescription', 'choices', 'fieldSlug']}
        onDismiss={dismiss}
      />
      <FormButtons button={text.saving.save} isSaving={isSaving} onCancel={onClose} />
    </form>
  )
}

type ChoicesProps = {
  choices: readonly { value?: string; label: string }[]
  error: string | undefined
  onChoices: (choices: { value?: string; label: string }[]) => void
}

/** An answer says the choice's first label, so a choice can be reworded later. */
function Choices({ choices, error, onChoices }: ChoicesProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{words.choices}</legend>
      {choices.map(({ label }, index) => (
        <div key={index} className={styles.choiceRow}>
          <TextInput
            className={form.grow}
            aria-label={words.choice(index + 1)}
            placeholder={words.choice(index + 1)}
            maxLength={200}
            value={label}
            error={error !== undefined && label.trim() === '' ? words.choiceMissing : undefined}
            onChange={({ currentTarget }) =>
              onChoices(choices.with(index, { ...choices[index], label: currentTarget.value }))
            }
          />
          <ActionIcon
            variant="default"
            size={44}
            aria-label={words.choiceUp(index + 1)}
            disabled={index === 0}
            onClick={() =>
              onChoices(choices.toSpliced(index, 1).toSpliced(index - 1, 0, choices[index]!))
            }
          >
            <Icon name="up" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={words.removeChoice(index + 1)}
            onClick={() => onChoices(choices.toSpliced(index, 1))}
          >
            <Icon name="cross" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <div>
        <Button
          variant="default"
          size="md"
          className={form.button}
          onClick={() => onChoices([...choices, { label: '' }])}
        >
          {words.addChoice}
        </Button>
      </div>
    </fieldset>
  )
}

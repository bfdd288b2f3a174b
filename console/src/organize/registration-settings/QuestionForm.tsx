import {
  ActionIcon,
  Button,
  Group,
  Input,
  Radio,
  Stack,
  Switch,
  TextInput,
  Textarea,
} from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { pickChanged } from '../../hooks/form/edited-fields.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { savingText } from '../../core/text/forms.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import type { FieldType, Question } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { bodyOf, fieldsOf, hasChoices, problemsIn } from './question.ts'
import type { QuestionFields } from './question.ts'
import { rest } from '../../core/rest.ts'

type Props = {
  tournament: number
  /** null: a new question */
  question: Question | null
  onSaved: () => void
  onClose: () => void
}

const types: FieldType[] = ['text', 'single_choice', 'multi_choice', 'checkbox']

/** Edits a question: its text, the type of its answer, and whether an answer is required. */
export function QuestionForm({ tournament, question, onSaved, onClose }: Props) {
  const form = useSavedForm({ server: fieldsOf(question), check: problemsIn })

  async function submit(changes: Partial<QuestionFields>, values: QuestionFields): Promise<void> {
    const body = bodyOf(values)
    // The choices depend on the type, so they are sent along with it.
    const changed = changes.fieldType ? { ...changes, choices: [] } : changes
    const path = '/api/tournament/player-info-field/:id/'
    const write = question
      ? rest.patch(path, { id: question.id }, pickChanged(body, changed))
      : rest.post('/api/tournament/player-info-field/', {}, { tournament, ...body })
    await form.save<unknown>(write, onSaved)
  }

  return (
    <EditForm
      form={form}
      onSave={submit}
      failed={words.questionFailed}
      button={savingText.save}
      onCancel={onClose}
    >
      <Textarea
        label={words.question}
        required
        rows={2}
        data-autofocus
        {...form.field('fieldDescription')}
      />
      <Radio.Group label={words.type} {...form.field('fieldType')}>
        {types.map((type) => (
          <Radio key={type} value={type} className={forms.choice} label={words.types[type]} />
        ))}
      </Radio.Group>
      {hasChoices(form.values.fieldType) && (
        <Choices
          choices={form.values.choices}
          error={form.errors['choices']}
          onChoices={(choices) => form.set({ choices })}
        />
      )}
      <Switch className={forms.choice} label={words.required} {...form.tick('isRequired')} />
      <TextInput label={words.slug} description={words.slugHint} {...form.field('fieldSlug')} />
    </EditForm>
  )
}

type ChoicesProps = {
  choices: readonly { value?: string; label: string }[]
  error: string | undefined
  onChoices: (choices: { value?: string; label: string }[]) => void
}

/** Answers store the choice's first label, so a choice can be reworded later. */
function Choices({ choices, error, onChoices }: ChoicesProps) {
  return (
    <Stack component="fieldset" gap="xs" className={styles.choices}>
      <Input.Label component="legend" size="md">
        {words.choices}
      </Input.Label>
      {choices.map(({ label }, index) => (
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            className={forms.grow}
            aria-label={words.choice(index + 1)}
            placeholder={words.choice(index + 1)}
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
        </Group>
      ))}
      {error !== undefined && (
        <Input.Error size="md" role="alert">
          {error}
        </Input.Error>
      )}
      <div>
        <Button variant="default" size="md" onClick={() => onChoices([...choices, { label: '' }])}>
          {words.addChoice}
        </Button>
      </div>
    </Stack>
  )
}

import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import confirm from '../../parts/Confirm.module.css'
import form from '../../parts/Form.module.css'
import { KeptRows } from '../../parts/KeptRows.tsx'
import { PressAgain } from '../../parts/PressAgain.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { SortableList } from '../../parts/SortableList.tsx'
import { toast } from '../../parts/toast.ts'
import type { Kept } from '../../parts/useKept.ts'
import { useOrdering } from '../../parts/useOrdering.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { configure as words } from '../../text/configure.ts'
import { questionUrl } from '../register/paper.ts'
import type { Question } from '../register/paper.ts'
import styles from './ConfigureRegistration.module.css'
import { QuestionForm } from './QuestionForm.tsx'

type Props = { tournament: number; kept: Kept<Question> }

/** The questions in the order in which they are asked. */
export function Questions({ tournament, kept }: Props) {
  const [edited, setEdited] = useState<Question | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <section className={form.section}>
      <h2>{words.questions}</h2>
      <p className={form.lead}>{words.questionsLead}</p>
      <KeptRows kept={kept} empty={words.noQuestions}>
        {(rows) => (
          <Ordered
            tournament={tournament}
            questions={rows}
            onEdit={setEdited}
            onChanged={kept.reload}
          />
        )}
      </KeptRows>
      <div>
        <Button
          variant="default"
          size="md"
          className={form.button}
          onClick={() => setEdited('new')}
        >
          {words.addQuestion}
        </Button>
      </div>
      {edited && (
        <Modal
          opened
          onClose={close}
          title={edited === 'new' ? words.addQuestion : words.questionTitle}
          size="lg"
          centered
          zIndex={400}
          withCloseButton={false}
          classNames={{ title: confirm.title }}
        >
          <QuestionForm
            tournament={tournament}
            question={edited === 'new' ? null : edited}
            onClose={close}
            onSaved={() => {
              toast(edited === 'new' ? words.questionAdded : words.questionSaved)
              close()
              void kept.reload()
            }}
          />
        </Modal>
      )}
    </section>
  )
}

type OrderedProps = {
  tournament: number
  questions: Question[]
  onEdit: (question: Question) => void
  onChanged: () => Promise<void>
}

function Ordered({ tournament, questions, onEdit, onChanged }: OrderedProps) {
  const { problem, save, dismiss } = useSaving()
  const [failed, setFailed] = useState('')
  const byId = new Map(questions.map((question) => [question.id, question]))
  const { ids, isUnconfirmed, order } = useOrdering(
    questions.map(({ id }) => id),
    async (order, expected) => {
      setFailed(words.orderFailed)
      const path = `/api/tournament/tournament/${tournament}/question-order/`
      const saved = await save({ method: 'PUT', path, body: { order, expected } })
      await onChanged()
      return saved.ok
    },
  )

  async function remove(id: number): Promise<void> {
    setFailed(words.removeFailed)
    const saved = await save({ method: 'DELETE', path: `${questionUrl}${id}/` })
    if (saved.ok) toast(words.questionRemoved)
    await onChanged()
  }

  const nameOf = (id: number) => byId.get(id)?.fieldDescription ?? ''
  return (
    <>
      <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />
      <SortableList
        label={words.questions}
        ids={ids.filter((id) => byId.has(id))}
        nameOf={nameOf}
        onOrder={order}
        isUnconfirmed={isUnconfirmed}
      >
        {(id) => {
          const question = byId.get(id)
          return (
            question && (
              <div className={styles.line}>
                <span className={styles.words}>
                  <strong>{question.fieldDescription}</strong>
                  <small>{described(question)}</small>
                </span>
                <span className={styles.actions}>
                  <Button
                    variant="default"
                    size="md"
                    className={form.button}
                    aria-label={`${words.edit}: ${nameOf(id)}`}
                    onClick={() => onEdit(question)}
                  >
                    {words.edit}
                  </Button>
                  <PressAgain
                    size="md"
                    className={form.button}
                    label={words.remove}
                    again={words.removeAgain}
                    name={nameOf(id)}
                    onSure={() => void remove(id)}
                  />
                </span>
              </div>
            )
          )
        }}
      </SortableList>
    </>
  )
}

function described({ fieldType, isRequired, choices }: Question): string {
  const parts = [words.types[fieldType], ...choices.map(({ label }) => label)]
  return [parts[0], parts.slice(1).join(' / '), isRequired && words.isRequired]
    .filter(Boolean)
    .join(' · ')
}

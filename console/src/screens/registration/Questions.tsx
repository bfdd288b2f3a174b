import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import confirm from '../../parts/Confirm.module.css'
import form from '../../parts/Form.module.css'
import { KeptRows } from '../../parts/KeptRows.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { RowButtons } from '../../parts/RowButtons.tsx'
import { SortableList } from '../../parts/SortableList.tsx'
import { toast } from '../../parts/toast.ts'
import type { Kept } from '../../parts/useKept.ts'
import { useOrderedRows } from '../../parts/useOrderedRows.ts'
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
  const ordered = useOrderedRows({
    rows: questions,
    url: questionUrl,
    orderUrl: `/api/tournament/tournament/${tournament}/question-order/`,
    words: { ...words, removed: words.questionRemoved },
    onChanged,
  })
  const { byId, problem, failed, dismiss } = ordered
  const nameOf = (id: number) => byId.get(id)?.fieldDescription ?? ''
  return (
    <>
      <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />
      <SortableList
        label={words.questions}
        ids={ordered.ids}
        nameOf={nameOf}
        onOrder={ordered.order}
        isUnconfirmed={ordered.isUnconfirmed}
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
                  <RowButtons
                    name={nameOf(id)}
                    words={words}
                    onEdit={() => onEdit(question)}
                    onRemove={() => void ordered.remove(id)}
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

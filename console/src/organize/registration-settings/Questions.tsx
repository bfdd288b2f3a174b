import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { toast } from '../../hooks/toast.ts'
import type { ListOf } from '../../query/useList.ts'
import { useOrderedRows } from '../../query/useOrderedRows.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import type { Question } from '../../spectate/registration/registration-body.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { rest } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = { tournament: number; list: ListOf<Question> }

/** The questions in the order of the form. */
export function Questions({ tournament, list }: Props) {
  const [edited, setEdited] = useState<Question | 'new' | null>(null)
  const close = () => setEdited(null)
  return (
    <Section title={words.questions} lead={words.questionsLead}>
      <ListState list={list} empty={words.noQuestions}>
        {(rows) => (
          <Ordered
            tournament={tournament}
            questions={rows}
            onEdit={setEdited}
            onChanged={list.reload}
          />
        )}
      </ListState>
      <div>
        <Button variant="default" size="md" onClick={() => setEdited('new')}>
          {words.addQuestion}
        </Button>
      </div>
      {edited && (
        <Dialog
          title={edited === 'new' ? words.addQuestion : words.questionTitle}
          size="lg"
          onClose={close}
        >
          <QuestionForm
            tournament={tournament}
            question={edited === 'new' ? null : edited}
            onClose={close}
            onSaved={() => {
              toast(edited === 'new' ? words.questionAdded : words.questionSaved)
              close()
              void list.reload()
            }}
          />
        </Dialog>
      )}
    </Section>
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
    removal: (id) => rest.delete('/api/tournament/player-info-field/:id/', { id }),
    ordering: (body) =>
      rest.put('/api/tournament/tournament/:id/question-order/', { id: tournament }, body),
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
              <RowLine name={question.fieldDescription} detail={detailsOf(question)}>
                <RowButtons
                  name={nameOf(id)}
                  words={words}
                  onEdit={() => onEdit(question)}
                  onRemove={() => void ordered.remove(id)}
                />
              </RowLine>
            )
          )
        }}
      </SortableList>
    </>
  )
}

function detailsOf({ fieldType, isRequired, choices }: Question): string {
  const parts = [words.types[fieldType], ...choices.map(({ label }) => label)]
  return [parts[0], parts.slice(1).join(' / '), isRequired && words.isRequired]
    .filter(Boolean)
    .join(' · ')
}

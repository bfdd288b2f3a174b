import '@mantine/core/styles/Input.layer.css'
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import form from '../../ui/Form.module.css'
import { useList } from '../../query/useList.ts'
import type { ListOf } from '../../query/useList.ts'
import { useResource } from '../../query/useResource.ts'
import { text } from '../../core/text/text.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { optionsOf, questionsOf } from '../../spectate/registration/registration-body.ts'
import type {
  PaymentOption,
  Question,
  RegistrationSettings,
} from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { Options } from './Options.tsx'
import { Settings } from './Settings.tsx'
import { useRegistrationSettings } from './useRegistrationSettings.ts'
import { rest, reasonOf } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { useState } from 'react'
import { Markdown } from '../../spectate/page/LazyMarkdown.tsx'
import { fieldsOf } from '../../spectate/registration/form.ts'
import { FormFields } from '../../spectate/registration/FormFields.tsx'
import page from '../../spectate/registration/Register.module.css'
import { bannerProblem } from './registration-settings.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { toast } from '../../hooks/toast.ts'
import { useOrderedRows } from '../../query/useOrderedRows.ts'
import { QuestionForm } from './QuestionForm.tsx'
import { Section } from '../../ui/page/Section.tsx'

/** The settings of the registration form, with a preview beside them. */
export default function ConfigureRegistration() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const {
    answer: registration,
    error,
    reload,
  } = useResource(rest.get('/api/tournament/tournament/:id/', { id }))
  return (
    <Stack gap="lg">
      <Group>
        <PageTitle>{words.title}</PageTitle>
        <PageLink />
      </Group>
      {error !== null && (
        <p role="alert">
          {reasonOf(error)}{' '}
          <Button variant="default" onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      {registration === null && error === null && <Waiting />}
      {registration && <Configuration {...{ registration, reload }} />}
    </Stack>
  )
}

function Configuration(saved: Parameters<typeof useRegistrationSettings>[0]) {
  const settings = useRegistrationSettings(saved)
  const { id, stripeConfigured } = saved.registration
  const questions = useList(questionsOf(id))
  const options = useList(optionsOf(id))
  return (
    <div className={styles.halves}>
      <Stack gap="lg">
        <Settings {...settings} hasAccount={stripeConfigured} />
        <Questions tournament={id} list={questions} />
        <Options tournament={id} list={options} />
      </Stack>
      <Preview
        values={settings.form.values}
        questions={questions.rows ?? []}
        options={options.rows ?? []}
      />
    </div>
  )
}

function PageLink() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const href = `/t/${tournament.scene.name}/${tournament.slug}/register`
  return (
    <Anchor href={href} className={form.link}>
      {words.page}
    </Anchor>
  )
}

type Props = {
  values: RegistrationSettings
  questions: readonly Question[]
  options: readonly PaymentOption[]
}
const empty = fieldsOf(null)

/** The form as players would see it with the current settings, saved or not. */
function Preview({ values, questions, options }: Props) {
  const [fields, setFields] = useState(empty)
  const { registrationBanner: banner, registrationMessage } = values
  return (
    <section className={styles.preview} aria-label={words.preview} tabIndex={0}>
      <h2>{words.preview}</h2>
      <p>{words.previewLead}</p>
      {banner && bannerProblem(banner) === null && (
        <img src={banner} alt="" className={page.banner} />
      )}
      <Markdown source={registrationMessage} />
      <FormFields
        settings={values}
        questions={questions}
        options={options}
        teams={[]}
        own={null}
        fields={fields}
        errors={{}}
        onFields={setFields}
      />
    </section>
  )
}

type QuestionsProps = { tournament: number; list: ListOf<Question> }

/** The questions in the order of the form. */
function Questions({ tournament, list }: QuestionsProps) {
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

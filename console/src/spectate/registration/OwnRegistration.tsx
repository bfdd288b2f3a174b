import { useMemo, useState } from 'react'
import { byName } from '../../core/by-name.ts'
import { rest } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useReadOne } from '../page/useReadOne.ts'
import { said } from '../../core/text/catalogue.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { useRead } from '../page/useRead.ts'
import { RegistrationSummary } from './RegistrationSummary.tsx'
import { optionsOf, questionsOf, hasPlace } from './registration-body.ts'
import type { Player, RegistrationBody, PaymentOption, Question } from './registration-body.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import type { WaitingListProps } from './WaitingList.tsx'
import styles from './Register.module.css'
import { ReadFailure } from './ReadFailure.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { savingText } from '../../core/text/forms.ts'
import { bodyOf, fieldsOf, optionsFor, problemsIn } from './form.ts'
import type { RegistrationFields } from './form.ts'
import { FormFields } from './FormFields.tsx'

/** Only where the number of places is limited, so that other pages do not load it. */
const WaitingList = lazyPart<WaitingListProps>(() => import('./WaitingList.tsx'))

type Props = { tournament: RegistrationBody; name: string }

/** Creates, shows or changes the registration of the signed-in person. */
export default function OwnRegistration({ tournament, name }: Props) {
  const { id } = tournament
  const {
    answer: mine,
    error,
    show: setMine,
    reload,
  } = useReadOne(rest.get('/api/tournament/tournament/:id/registration/', { id }))
  const questions = useRead(questionsOf(id))
  const options = useRead(optionsOf(id))
  const teams = useTeams()
  const [isEditing, setEditing] = useState(false)
  const [notice, setNotice] = useState('')
  if (!mine && error !== null) return <ReadFailure failure={error} />
  if (!mine || !questions || !options) return <Waiting />
  const { player, closed, closedMessage } = mine
  const show = (player: Player | null, notice: string) => {
    setMine({ ...mine, player })
    // Only the server knows whether the player can check in.
    void reload()
    setEditing(false)
    setNotice(notice)
    document.querySelector('#content')?.scrollIntoView()
  }
  const isForm = player === null ? closed === null && hasPlace(mine) : isEditing
  return (
    <>
      <p role="status" className={styles.done}>
        {notice}
      </p>
      {player && !isEditing && (
        <RegistrationSummary
          tournament={tournament}
          mine={{ ...mine, player }}
          teams={teams}
          onPlayer={(next) => show(next, next ? '' : words.withdrawn)}
          onEdit={() => (setNotice(''), setEditing(true))}
        />
      )}
      {player === null && closed !== null && (
        <p className={styles.closed}>{said(closedMessage, closed)}</p>
      )}
      {player === null && closed === null && (mine.places || mine.waiting) && (
        <WaitingList tournament={id} mine={mine} onChange={() => void reload()} />
      )}
      {isForm && (
        <Form
          key={player?.id ?? 'new'}
          tournament={tournament}
          questions={questions}
          options={options}
          teams={teams}
          player={player}
          name={name}
          onSaved={(next) => show(next, player ? words.saved : words.done)}
          {...(player && { onCancel: () => setEditing(false) })}
        />
      )}
    </>
  )
}

function useTeams() {
  const teams = useLiveState((state) => state.live.rows.team)
  return useMemo(() => Object.values(teams).toSorted(byName), [teams])
}

type FormProps = {
  tournament: RegistrationBody
  questions: readonly Question[]
  options: readonly PaymentOption[]
  teams: readonly { id: number; name: string }[]
  /** null for a new registration */
  player: Player | null
  name: string
  onSaved: (player: Player) => void
  onCancel?: () => void
}

/** The registration form. If the server refuses it, the entries are kept. */
function Form(props: FormProps) {
  const { tournament, questions, teams, player, name, onSaved, onCancel } = props
  const options = optionsFor(player, props.options)
  const saving = useSaving()
  const { isSaving, problem, save, dismiss } = saving
  const { requirePlayerPhoto } = tournament
  const form = useEditedForm({
    server: fieldsOf(player, name),
    saving,
    check: (fields) => problemsIn(fields, { questions, options, requirePlayerPhoto }),
  })
  const count = Object.keys(form.errors).length

  async function submit(
    _: unknown,
    values: RegistrationFields,
    base: RegistrationFields,
  ): Promise<void> {
    const body = bodyOf(values, player && base)
    const path = '/api/tournament/tournament/:id/registration/'
    const { id } = tournament
    const saved = player
      ? await save(rest.patch(path, { id }, body))
      : await save(rest.post(path, { id }, { ...body, name: values.name.trim() }))
    if (saved.ok) onSaved(saved.answer)
  }

  return (
    <form noValidate className={styles.form} onSubmit={form.onSubmit(submit)}>
      <FormFields
        settings={tournament}
        questions={questions}
        options={options}
        teams={teams}
        own={teams.find(({ id }) => id === player?.team) ?? null}
        fields={form.values}
        errors={form.errors}
        onFields={(change) => {
          if (problem) dismiss()
          form.set(change(form.values))
        }}
      />
      <div className={styles.end}>
        {(problem || count > 0) && (
          <p role="alert" className={styles.problem}>
            {count > 0 ? words.fix(count) : `${words.failed} ${problem?.detail ?? ''}`}
          </p>
        )}
        <button type="submit" className={styles.main} aria-disabled={isSaving || undefined}>
          {isSaving ? savingText.saving : player ? words.save : words.submit}
        </button>
        {onCancel && (
          <button type="button" className={styles.button} onClick={onCancel}>
            {words.cancel}
          </button>
        )}
      </div>
    </form>
  )
}

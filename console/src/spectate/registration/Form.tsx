import { useSaving } from '../../query/useSaving.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { savingText } from '../../core/text/forms.ts'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { bodyOf, fieldsOf, optionsFor, problemsIn } from './form.ts'
import type { RegistrationFields } from './form.ts'
import { FormFields } from './FormFields.tsx'
import type { PaymentOption, Player, Question, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'
import { rest } from '../../core/rest.ts'

type Props = {
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
export function Form(props: Props) {
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

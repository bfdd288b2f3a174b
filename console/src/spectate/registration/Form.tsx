import { useRef, useState } from 'react'
import { useSaving } from '../../query/useSaving.ts'
import { text } from '../../core/text/text.ts'
import { registration as words } from '../../core/text/registration.ts'
import { bodyOf, draftOf, problemsIn } from './form.ts'
import { FormFields } from './FormFields.tsx'
import { mineUrl } from './registration-body.ts'
import type { PaymentOption, Player, Question, RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'

type Props = {
  tournament: RegistrationBody
  questions: readonly Question[]
  options: readonly PaymentOption[]
  teams: readonly { id: number; name: string }[]
  /** null: a new registration */
  player: Player | null
  name: string
  onSaved: (player: Player) => void
  onCancel?: () => void
}

/** A registration as it is written; nothing of it is lost when it is refused. */
export function Form(props: Props) {
  const { tournament, questions, options, teams, player, name, onSaved, onCancel } = props
  const { isSaving, problem, save, dismiss } = useSaving()
  const [draft, setDraft] = useState(() => draftOf(player, name))
  const [before] = useState(draft)
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { requirePlayerPhoto } = tournament
  const found = problemsIn(draft, { questions, options, requirePlayerPhoto })
  const errors = { ...problem?.fields, ...(isTried && found) }
  const count = Object.keys(errors).length

  async function submit(): Promise<void> {
    setTried(true)
    if (Object.keys(found).length > 0) return showFirst()
    const body = bodyOf(draft, player && before)
    const path = mineUrl(tournament.id)
    const saved = await save<Player>({ method: player ? 'PATCH' : 'POST', path, body })
    if (saved.ok) onSaved(saved.answer)
    else showFirst()
  }

  /** Once they are drawn. */
  function showFirst(): void {
    requestAnimationFrame(() => {
      const first = form.current?.querySelector<HTMLElement>('[data-wrong], [aria-invalid]')
      first?.scrollIntoView({ block: 'center' })
      first?.focus({ preventScroll: true })
    })
  }

  return (
    <form
      ref={form}
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void submit()
      }}
    >
      <FormFields
        settings={tournament}
        questions={questions}
        options={options}
        teams={teams}
        own={teams.find(({ id }) => id === player?.team) ?? null}
        draft={draft}
        errors={errors}
        onDraft={(change) => {
          if (problem) dismiss()
          setDraft(change)
        }}
      />
      <div className={styles.end}>
        {(problem || (isTried && count > 0)) && (
          <p role="alert" className={styles.problem}>
            {count > 0 ? words.fix(count) : `${words.failed} ${problem?.detail ?? ''}`}
          </p>
        )}
        <button type="submit" className={styles.main} aria-disabled={isSaving || undefined}>
          {isSaving ? text.saving.saving : player ? words.save : words.submit}
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

import { stepText } from '../../core/text/officiate/step-text.ts'
import { Button, Loader, NativeSelect, Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Impact } from '../../ui/live/Impact.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { steps as words } from '../../core/text/officiate/dialogs.ts'
import { text } from '../../core/text/text.ts'
import { failureText, pressText } from '../../core/text/officiate/referee.ts'
import { ReasonField } from '../../ui/form/ReasonField.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { notSaving, useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { replacements } from './replacements.ts'
import styles from '../../ui/Sheet.module.css'
import { useAuthorText, useStep } from './useSteps.ts'
import type { StepWithEvents } from './useSteps.ts'
import { rest } from '../../core/rest.ts'
import { refusalText } from '../../core/text/server-words.ts'
import type { Write } from '../../core/rest.ts'

type Props = {
  version: number
  /** called after the step was replaced */
  onReplaced: () => void
  onUndone?: () => void
  /** the step is shown without its line in a list above it */
  isAlone?: true
}

/** One step, with the controls to undo it, alone or with its dependents, or to replace it. */
export function StepDetail({ version, onReplaced, onUndone, isAlone }: Props) {
  const { step, hasFailed } = useStep(version)
  const authorText = useAuthorText()
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const { isSaving, problem, send, dismiss, asking, insist, cancel } = useConfirmedMutation([
    'cascade',
    'displace',
  ])
  if (hasFailed && !step) return <p className={styles.banner}>{words.failed}</p>
  if (!step) return <Loader role="status" aria-label={text.loading} />
  const isBusy = isSaving || isLost
  const { undoable, refusal, dependents } = step
  return (
    <div className={isAlone ? styles.alone : styles.detail}>
      {isAlone && (
        <p>
          <strong>{stepText(step)}</strong> <span className="hint">{authorText(step)}</span>
        </p>
      )}
      {!undoable && <p>{refusal ? refusalText(refusal) : words.cannot}</p>}
      {dependents.length > 0 && <Dependents step={step} />}
      <ProblemNote problem={problem} title={failureText.undo} onDismiss={dismiss} />
      <Undo step={step} isBusy={isBusy} onUndo={(write) => void send(write, onUndone)} />
      <Replace step={step} isBusy={isBusy} onChoose={(write) => void send(write, onReplaced)} />
      {asking && (
        <Impact
          asking={asking}
          title={asking.by === 'displace' ? pressText.displaces : words.played}
          yes={asking.by === 'displace' ? pressText.displace : words.insist}
          onYes={(reason) => void insist(reason)}
          onClose={cancel}
        />
      )}
    </div>
  )
}

const empty = { reason: '' }
const check = required<typeof empty>({ reason: words.reasonMissing })

type UndoProps = { step: StepWithEvents; isBusy: boolean; onUndo: (write: Write) => void }

/** Undoes a step with its dependents in one commit. For played matches it needs a reason (R-ED-3). */
function Undo({ step, isBusy, onUndo }: UndoProps) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { version, undoable, together, dependents } = step
  const needsReason = together?.isPlayedOn ?? false
  const form = useEditedForm({ server: empty, saving: notSaving, ...(needsReason && { check }) })
  if (!undoable && !together) return null
  function undo(_: unknown, { reason }: typeof empty): void {
    const { id } = tournament
    const more = together && { cascade: true, ...(needsReason && { reason: reason.trim() }) }
    onUndo(rest.put('/api/tournament/tournament/:id/undo/', { id }, { version, ...more }))
  }
  return (
    <form noValidate onSubmit={form.onSubmit(undo)}>
      <Stack gap="sm">
        {needsReason && (
          <ReasonField
            label={words.reason}
            description={words.reasonHint}
            {...form.field('reason')}
          />
        )}
        <Button type="submit" variant="default" className={styles.undo} disabled={isBusy}>
          {undoable ? words.undo : words.undoAll(dependents.length)}
        </Button>
      </Stack>
    </form>
  )
}

function Dependents({ step }: { step: StepWithEvents }) {
  const authorText = useAuthorText()
  return (
    <div>
      <p>{words.depends}</p>
      <ol className="marked">
        {step.dependents.map((later) => (
          <li key={later.version}>
            {stepText(later)} <span className="hint">{authorText(later)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type ReplaceProps = { step: StepWithEvents; isBusy: boolean; onChoose: (write: Write) => void }

/** Replaces a step with what was meant; the replacement keeps the step's time (ux 9). */
function Replace({ step, isBusy, onChoose }: ReplaceProps) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useLiveState((state) => state.live.rows)
  const paired = useUser(pairedOf)
  const { timeWithSeconds } = timesInFull(useZone())
  const { choices, matches, ofMatch, isOfGame } = replacements(rows, tournament.id, step)
  const [match, setMatch] = useState('')
  if (choices.length === 0 || paired) return null
  return (
    <section aria-label={words.replace} className={styles.replace}>
      <h3>{words.replace}</h3>
      <p className="hint">{words.keeps(timeWithSeconds(step.at))}</p>
      {isOfGame && <p className="hint">{words.atStart}</p>}
      <div className={styles.row}>
        {choices.map(({ label, write }) => (
          <Button key={label} variant="default" disabled={isBusy} onClick={() => onChoose(write)}>
            {label}
          </Button>
        ))}
      </div>
      {matches.length > 0 && (
        <div className={styles.row}>
          <NativeSelect
            aria-label={words.another}
            size="lg"
            data={[
              { value: '', label: words.another },
              ...matches.map(({ id, label }) => ({ value: String(id), label })),
            ]}
            value={match}
            onChange={({ currentTarget }) => setMatch(currentTarget.value)}
          />
          <Button
            variant="default"
            disabled={isBusy || match === ''}
            onClick={() => onChoose(ofMatch(Number(match)))}
          >
            {words.itWas}
          </Button>
        </div>
      )}
    </section>
  )
}

import { Button, Loader } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useShown } from '../../live/LiveTournament.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { useSaving } from '../../parts/useSaving.ts'
import type { Write } from '../../parts/useSaving.ts'
import { steps as words } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import { replacements } from './replacements.ts'
import styles from './Sheet.module.css'
import { madeBy, useStep } from './useSteps.ts'
import type { WholeStep } from './useSteps.ts'

type Props = {
  version: number
  cabinet: number | undefined
  onReplaced: () => void
  /** not below its own line in a list */
  isAlone?: true
}

/** One thing that was done: back with it, with what rests on it, or another thing in its place. */
export function StepDetail({ version, cabinet, onReplaced, isAlone }: Props) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { step, hasFailed } = useStep(version)
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const { isSaving, problem, save, dismiss } = useSaving()
  if (hasFailed && !step) return <p className={styles.banner}>{words.failed}</p>
  if (!step) return <Loader role="status" aria-label={text.loading} />

  /** One after the other: where one is refused, the others are not asked for. */
  async function run(writes: Write[]): Promise<boolean> {
    for (const write of writes) {
      const saved = await save(write)
      if (!saved.ok) return false
    }
    return true
  }
  const undo = (of: number): Write => {
    const path = `/api/tournament/tournament/${tournament.id}/undo/`
    return { method: 'PUT', path, body: { version: of } }
  }
  const { dependents, undoable, refusal } = step
  const isFree = undoable || dependents.length > 0
  const all = [...dependents.map((later) => later.version), version]
  return (
    <div className={isAlone ? styles.alone : styles.detail}>
      {isAlone && (
        <p>
          <strong>{step.text}</strong> <span className={styles.small}>{madeBy(step)}</span>
        </p>
      )}
      {!undoable && <p>{refusal?.detail ?? words.cannot}</p>}
      {dependents.length > 0 && <Dependents step={step} />}
      <ProblemNote problem={problem} title={text.failure.undo} onDismiss={dismiss} />
      {isFree && (
        <Button
          variant="default"
          className={styles.undo}
          loading={isSaving}
          disabled={isLost}
          onClick={() => void run((undoable ? [version] : all).map(undo))}
        >
          {undoable ? words.undo : words.undoAll(dependents.length)}
        </Button>
      )}
      {undoable && (
        <Replace
          step={step}
          cabinet={cabinet}
          isBusy={isSaving || isLost}
          onChoose={async (writes, undoesFirst) => {
            const done = await run([...(undoesFirst ? [undo(version)] : []), ...writes])
            if (done) onReplaced()
          }}
        />
      )}
    </div>
  )
}

function Dependents({ step }: { step: WholeStep }) {
  return (
    <div>
      <p>{words.depends}</p>
      <ol>
        {step.dependents.map((later) => (
          <li key={later.version}>
            {later.text} <span className={styles.small}>{madeBy(later)}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}

type ReplaceProps = {
  step: WholeStep
  cabinet: number | undefined
  isBusy: boolean
  onChoose: (writes: Write[], undoesFirst: boolean) => Promise<void>
}

/** What may have been meant instead (ux 9). */
function Replace({ step, isBusy, onChoose }: ReplaceProps) {
  const rows = useShown((shown) => shown.live.rows)
  const choices = replacements(rows, step)
  if (choices.length === 0) return null
  return (
    <section aria-label={words.replace} className={styles.replace}>
      <h3>{words.replace}</h3>
      {choices.some(({ undoesFirst }) => !undoesFirst) && (
        <p className={styles.small}>{words.keeps(text.time(new Date(step.at)))}</p>
      )}
      <div className={styles.row}>
        {choices.map(({ label, writes, undoesFirst }) => (
          <Button
            key={label}
            variant="default"
            disabled={isBusy}
            onClick={() => void writes().then((all) => onChoose(all, undoesFirst))}
          >
            {label}
          </Button>
        ))}
      </div>
    </section>
  )
}

import { Text, Title } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { Stepper } from '../../ui/Stepper.tsx'
import { stages } from '../../core/text/organize/stages.ts'
import { text } from '../../core/text/text.ts'
import type { StageForm } from './stage-form.ts'
import { planStage } from './stage-preview.ts'
import type { Plan, PlannedRound, PlannedSide } from './stage-preview.ts'
import styles from './StagePreview.module.css'

type Props = {
  form: StageForm
  /** team names of the stage, best seed first; if empty, the number of teams can be chosen */
  names: string[]
  /** the stages from which they come; null: from none */
  sources?: readonly (string | null)[]
  isExternal: boolean
}

const words = stages.plan
const maxTeams = 128
const maxDrawnMatches = 300

/** Previews the matches that the settings produce, before anything is saved. */
export function PlanPreview({ form, names, sources, isExternal }: Props) {
  const [chosenCount, setChosenCount] = useState(8)
  const deferredForm = useDeferredValue(form)
  const teams = names.length > 0 ? names.length : chosenCount
  const plan = useMemo(
    () => planStage(deferredForm, teams, names, sources),
    [deferredForm, teams, names, sources],
  )
  return (
    <section className={styles.preview} aria-label={words.title}>
      <Title order={2} size="h4">
        {words.title}
      </Title>
      {isExternal ? (
        <p className="dim">{words.outside}</p>
      ) : (
        <>
          {names.length > 0 ? (
            <p className="dim">{words.of(names.length)}</p>
          ) : (
            <Stepper
              label={words.withTeams}
              value={chosenCount}
              min={2}
              max={maxTeams}
              onChange={setChosenCount}
            />
          )}
          <div aria-live="polite">
            {'problem' in plan ? (
              <p className="dim">{plan.problem}</p>
            ) : (
              plan.plans.map((group) => <Summary key={group.group} plan={group} />)
            )}
          </div>
          {'plans' in plan &&
            plan.plans.map((group, index) => (
              <Drawing key={group.group} plan={group} isOpen={index === 0} name={form.name} />
            ))}
        </>
      )}
    </section>
  )
}

function Summary({ plan }: { plan: Plan }) {
  return (
    <p>
      {plan.group && (
        <>
          {plan.group}, {stages.teams(plan.entrants)}:{' '}
        </>
      )}
      <strong>{words.count(plan.matches, plan.rounds)}</strong>
      {plan.hasIfNeeded && ` ${words.ifNeeded}`}
    </p>
  )
}

function Drawing({ plan, isOpen, name }: { plan: Plan; isOpen: boolean; name: string }) {
  if (plan.matches > maxDrawnMatches) {
    return <Text c="var(--dim)">{words.tooManyToDraw}</Text>
  }
  const drawing = plan.sides.map((side) => (
    <Side key={side.name} side={side} label={side.name ?? plan.group ?? name} />
  ))
  if (!plan.group) return drawing
  return (
    <details className={styles.group} open={isOpen}>
      <summary>{plan.group}</summary>
      {drawing}
    </details>
  )
}

function Side({ side, label }: { side: PlannedSide; label: string }) {
  return (
    <>
      {side.name && <h3>{side.name}</h3>}
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <div className={styles.scroll} role="region" aria-label={words.drawn(label)} tabIndex={0}>
        <ol className={styles.rounds}>
          {side.rounds.map((round) => (
            <Round key={round.label} round={round} />
          ))}
        </ol>
      </div>
    </>
  )
}

function Round({ round }: { round: PlannedRound }) {
  return (
    <li className={styles.round}>
      <span className={styles.name}>{round.label}</span>
      <ol className={styles.matches}>
        {round.matches.map((match) => (
          <li key={match.num} className={styles.match} data-maybe={match.ifNeeded || undefined}>
            <span className="hint">
              {text.match.short(match.num)}
              {match.ifNeeded && ` ${words.onlyIf}`}
            </span>
            {match.metIn !== null && <span className="needs-you">{words.met(match.metIn)}</span>}
            <span className="cut" title={match.sides[0]}>
              {match.sides[0]}
            </span>
            <span className="cut" title={match.sides[1]}>
              {match.sides[1]}
            </span>
          </li>
        ))}
      </ol>
    </li>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Text } from '@mantine/core'
import { Dialog, DialogButtons } from '../Dialog.tsx'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { untilAnyChanges, untilMatchChanges } from '../../core/live/match-change.ts'
import type { Aspect } from '../../core/live/match-change.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, teamName } from '../../core/live/select.ts'
import { impact } from '../../core/text/officiate/protests.ts'
import { text } from '../../core/text/text.ts'
import styles from './Impact.module.css'
import type { PendingConfirmation, useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { ReasonField } from '../form/ReasonField.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { notSaving, useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useAutoClose } from '../../hooks/useAutoClosingDialog.ts'
import { SubmitButton } from '../form/FormButtons.tsx'

const aspects: Aspect[] = ['end', 'cabinet', 'teams', 'score']

const empty = { reason: '' }
const check = required<typeof empty>({ reason: impact.reasonMissing })

type Props = {
  asking: PendingConfirmation
  title: string
  yes: string
  onYes: (reason?: string) => void
  /** called with a reason if it closes by itself because the listed matches have changed */
  onClose: (reason?: string | null) => void
}

type Confirmed = Pick<ReturnType<typeof useConfirmedMutation>, 'asking' | 'insist' | 'cancel'>

/** The confirmation of a write that would remove something, while it is open. */
export function ConfirmImpact({ of, ...texts }: { of: Confirmed; title: string; yes: string }) {
  const { asking, insist, cancel } = of
  if (!asking) return null
  return (
    <Impact asking={asking} {...texts} onYes={(reason) => void insist(reason)} onClose={cancel} />
  )
}

/** Lists what a change removes and asks for confirmation. A cascade needs a reason (R-ED-3). */
export function Impact({ asking, title, yes, onYes, onClose }: Props) {
  const needsReason = asking.by === 'cascade'
  const form = useEditedForm({ server: empty, saving: notSaving, ...(needsReason && { check }) })
  const { store, own } = useLiveSession()
  // The list of losses is fixed, so the question closes when one of the matches changes.
  const [closeCondition] = useState(() =>
    untilAnyChanges(
      ...listIn<LostMatch>(asking.problem.answer, 'matches').map(({ id }) =>
        untilMatchChanges(store.getState(), id, { own, aspects }),
      ),
    ),
  )
  useAutoClose(closeCondition, ({ reason }) => onClose(reason))
  const insist = form.onSubmit((_, { reason }) => onYes(needsReason ? reason.trim() : undefined))
  return (
    <Dialog title={title} size="lg" onClose={() => onClose()}>
      <form noValidate onSubmit={insist}>
        <Text mb="md">{asking.problem.detail}</Text>
        <Losses answer={asking.problem.answer} />
        {needsReason && (
          <>
            <Text mb="sm" c="var(--dim)">
              {impact.archived}
            </Text>
            <ReasonField
              label={impact.reason}
              description={impact.reasonHint}
              {...form.field('reason')}
            />
          </>
        )}
        <DialogButtons no={impact.keep} isNoFocused onClose={() => onClose()}>
          <SubmitButton button={yes} isSaving={false} isBig />
        </DialogButtons>
      </form>
    </Dialog>
  )
}

type LostMatch = {
  id: number
  matchNum: number
  blueTeam: number | null
  goldTeam: number | null
  score: [number, number]
  activeCabinet: number | null
  isComplete: boolean
}
type MovedPlacement = {
  destBracket: number
  destPlace: number
  was: number | null
  is: number | null
}
type Unqueued = { id: number; matches: number[] }

/** The matches, places and queues that a refusal lists. */
function Losses({ answer }: { answer: Record<string, unknown> }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const matches = listIn<LostMatch>(answer, 'matches')
  const places = listIn<MovedPlacement>(answer, 'places')
  const queues = listIn<Unqueued>(answer, 'queues').filter((queue) => queue.matches.length > 0)
  return (
    <>
      <Listed title={answer['areKept'] === true ? impact.keptMatches : impact.matches}>
        {matches.map((match) => (
          <li key={match.id}>
            <span>{impact.match(nameOf(rows, match), rows.match[match.id]?.stageName ?? '')}</span>
            <strong>
              {impact.score(match.score[0], match.score[1])} · {stateOf(match)}
            </strong>
          </li>
        ))}
      </Listed>
      <Listed title={impact.places}>
        {places.map((moved) => (
          <li key={`${moved.destBracket}:${moved.destPlace}`}>
            <span>
              {impact.place(moved.destPlace, rows.bracket[moved.destBracket]?.name ?? '')}
            </span>
            <strong>{impact.goes(takes(rows, moved.was), takes(rows, moved.is))}</strong>
          </li>
        ))}
      </Listed>
      <Listed title={impact.queues}>
        {queues.map((queue) => (
          <li key={queue.id}>
            {impact.queued(
              rows.queue[queue.id]?.name ?? '',
              queue.matches.map((id) => numberOf(rows, id)).join(', '),
            )}
          </li>
        ))}
      </Listed>
    </>
  )
}

function Listed({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className={styles.section}>
      <h3 className={styles.heading}>{title}</h3>
      <ul className={styles.list}>{children}</ul>
    </section>
  )
}

function listIn<T>(answer: Record<string, unknown>, name: string): T[] {
  return Array.isArray(answer[name]) ? (answer[name] as T[]) : []
}

function nameOf(rows: Tables, { matchNum, blueTeam, goldTeam }: LostMatch): string {
  const sides = text.match.versus(teamName(rows, blueTeam), teamName(rows, goldTeam))
  return `${text.match.short(matchNum)} ${sides}`
}

function stateOf({ isComplete, activeCabinet }: LostMatch): string {
  if (isComplete) return impact.complete
  return activeCabinet === null ? impact.begun : impact.active
}

function takes(rows: Tables, team: number | null): string {
  return team === null ? impact.nobody : teamName(rows, team)
}

function numberOf(rows: Tables, id: number): string {
  const row = rows.match[id]
  return row ? matchName(rows, row) : ''
}

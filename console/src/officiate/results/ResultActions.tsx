import { Button, Group, Paper, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '#events/schema/rows.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { untilMatchChanges } from '../../core/live/match-change.ts'
import type { Aspect } from '../../core/live/match-change.ts'
import { teamName } from '../../core/live/select.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { toast } from '../../hooks/toast.ts'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import type { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import { results, timeline } from '../../core/text/officiate/results.ts'
import { text } from '../../core/text/text.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { ProtestButton } from '../protests/ProtestButton.tsx'
import styles from './Results.module.css'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'
import '@mantine/core/styles/Input.layer.css'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { useSavedForm } from '../../query/useSavedForm.ts'

type Props = {
  match: MatchRow
  saving: ReturnType<typeof useConfirmedMutation>
  onComplete: () => void
}
/** Commands of a match without fields of their own, by the last part of their path. */
type Verb = 'reopen' | 'replay' | 'report'
type Question = { title: string; reason: string; yes: string; write: Write }

const { action, sure } = results
const aspects: Aspect[] = ['end', 'teams', 'score']

/** The other commands for a match: completion, reopening, forfeit, review and more. */
export function ResultActions({ match, saving, onComplete }: Props) {
  const rows = useLiveState((state) => state.live.rows)
  const { store, own } = useLiveSession()
  const dialog = useAutoClosingDialog<Question>(notePlace.match(match.id))
  const question = dialog.subject
  const ask = (question: Question) =>
    dialog.open(question, untilMatchChanges(store.getState(), match.id, { own, aspects }))
  const [isNoting, setNoting] = useState(false)
  const once = useDoubleTapGuard()
  const { isComplete, blueTeam, goldTeam, underReview, link } = match
  const short = text.match.short(match.matchNum)
  const teams = blueTeam !== null && goldTeam !== null ? [blueTeam, goldTeam] : []
  const isPlayed = isComplete || match.startedAt !== null || match.blueScore + match.goldScore > 0
  const name = (team: number | undefined) => teamName(rows, team ?? null)

  const { id } = match
  const writeOf = (verb: Verb): Write => rest.put(`/api/tournament/match/:id/${verb}/`, { id }, {})
  const forfeit = (teams: number[]): Write =>
    rest.put('/api/tournament/match/:id/forfeit/', { id }, { teams })
  const button = (label: string, run: () => void) => (
    <Button
      key={label}
      variant="default"
      className={styles.action}
      disabled={saving.isSaving}
      onClick={() => once(run, label)}
    >
      {label}
    </Button>
  )
  const direct = (label: string, write: Write, done?: string) =>
    button(label, () => void saving.send(write, () => done && toast(done)))
  const swapped = isComplete && link ? results.swapped : undefined
  const flip = rest.patch('/api/tournament/match/:id/', { id }, { isFlipped: !match.isFlipped })
  return (
    <Group gap="sm" role="group" aria-label={action.label(short)}>
      {!isComplete && teams.length === 2 && button(action.complete, onComplete)}
      {isComplete && direct(action.reopen, writeOf('reopen'))}
      {isPlayed &&
        button(action.replay, () =>
          ask({
            title: sure.replay(short),
            reason: sure.replayWhy,
            yes: action.replay,
            write: writeOf('replay'),
          }),
        )}
      {teams.length === 2 && direct(action.swap, flip, swapped)}
      {teams
        .filter((team) => !isComplete || (match.forfeit && team === (match.winner ?? team)))
        .map((team) =>
          button(action.forfeit(name(team)), () =>
            ask({
              title: sure.forfeit(short),
              reason: sure.forfeitWhy(name(team), name(teams.find((other) => other !== team))),
              yes: action.forfeit(name(team)),
              write: forfeit([team]),
            }),
          ),
        )}
      {(!isComplete || (match.forfeit && match.winner !== null)) &&
        teams.length === 2 &&
        button(action.forfeitBoth, () =>
          ask({
            title: sure.forfeit(short),
            reason: sure.forfeitBothWhy,
            yes: action.forfeitBoth,
            write: forfeit(teams),
          }),
        )}
      {direct(
        underReview ? action.reviewEnd : action.review,
        rest.put('/api/tournament/match/:id/review/', { id }, { on: !underReview }),
      )}
      {button(action.annotate, () => setNoting(!isNoting))}
      <ProtestButton match={match} className={styles.action} isBusy={saving.isSaving} />
      {isComplete && link && direct(action.report, writeOf('report'), results.sentAgain)}
      <AdminLinkButton
        to="timeline"
        search={{ match: match.id }}
        variant="default"
        className={styles.action ?? ''}
      >
        {timeline.of(short)}
      </AdminLinkButton>
      {isNoting && <NoteForm match={match} onClose={() => setNoting(false)} />}
      {question && (
        <Confirm
          title={question.title}
          reasons={[question.reason]}
          yes={question.yes}
          onYes={() => void saving.send(question.write)}
          onClose={dialog.close}
        />
      )}
    </Group>
  )
}

/** A public note about an error in a result; the bracket stays as it is (R-ED-6). */
function NoteForm({ match, onClose }: { match: MatchRow; onClose: () => void }) {
  const form = useSavedForm({ server: { note: match.note ?? '' } })

  async function send(_: unknown, { note }: { note: string }): Promise<void> {
    const path = '/api/tournament/match/:id/annotate/'
    const saved = await form.save(rest.put(path, { id: match.id }, { note: note.trim() }))
    if (!saved.ok) return
    toast(results.note.saved)
    onClose()
  }
  return (
    <Paper withBorder p="sm" w="100%">
      <EditForm form={form} onSave={send} button={results.note.save} onCancel={onClose}>
        <TextInput
          label={results.note.label}
          description={results.note.hint}
          data-autofocus
          {...form.field('note')}
        />
      </EditForm>
    </Paper>
  )
}

import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { maxScore } from '#events/rules/limits.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import { untilMatchChanges } from '../../core/live/match-change.ts'
import type { Aspect } from '../../core/live/match-change.ts'
import { teamName, matchName } from '../../core/live/select.ts'
import { Confirm } from '../../ui/Confirm.tsx'
import { Impact } from '../../ui/live/Impact.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { hasLength } from '../../core/live/select-for-officials.ts'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { toast } from '../../hooks/toast.ts'
import { useConfirmedMutation } from '../../query/useConfirmedMutation.ts'
import type { PendingConfirmation } from '../../query/useConfirmedMutation.ts'
import { useAutoClosingDialog } from '../../hooks/useAutoClosingDialog.ts'
import { useWarnBeforeLeaving } from '../../hooks/form/useWarnBeforeLeaving.ts'
import { results } from '../../core/text/officiate/results.ts'
import { savingText } from '../../core/text/forms.ts'
import { rest } from '../../core/rest.ts'
import { text } from '../../core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { useMatchUnderReview } from '../match/useMatchUnderReview.ts'
import { ResultActions } from './ResultActions.tsx'
import {
  scoreJumps,
  scoreOf,
  scoreWrite,
  scoresChanged,
  scoresEntered,
  otherActiveMatches,
} from './results.ts'
import type { EnteredScores, ScoreJump } from './results.ts'
import styles from './Results.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'

const words = results.frame

type ResultImpactProps = { match: MatchRow; blueScore: number; goldScore: number }
const ResultImpact = preloadedPart<ResultImpactProps>(() =>
  import('../../ui/live/ResultImpact.tsx').then((loaded) => ({ default: loaded.ResultImpact })),
)
const MatchLength = preloadedPart<{ match: MatchRow }>(() =>
  import('../../ui/live/MatchLength.tsx').then((loaded) => ({ default: loaded.MatchLength })),
)
/** The question about a correction ends if these change; the match's cabinet does not matter. */
const aspects: Aspect[] = ['end', 'teams', 'score']

/** Unusual changes of the score, to be confirmed, and what follows once they are saved. */
type Jumps = { jumps: ScoreJump[]; afterwards: () => void }

/** The editor of one match's result, in a frame of its own (ux 37). */
export function ResultEditor({ match: row }: { match: MatchRow }) {
  const match = useMatchUnderReview(row)
  const [scoreAtOpening] = useState(`${match.blueScore}-${match.goldScore}`)
  const [entered, setEntered] = useState<EnteredScores>({})
  const place = notePlace.match(match.id)
  const { store, own } = useLiveSession()
  const dialog = useAutoClosingDialog<Jumps>(place)
  const rows = useLiveState((state) => state.live.rows)
  const saving = useConfirmedMutation(['cascade', 'force'])
  const name = text.match.short(match.matchNum)
  const changed = scoresChanged(match, entered)
  useWarnBeforeLeaving(changed !== null)
  const hasTeams = match.blueTeam !== null && match.goldTeam !== null
  const score = `${match.blueScore}-${match.goldScore}`

  function save(afterwards = () => {}): void {
    // The server knows which scores the length of the match allows; without one, a jump is a typo.
    const jumps = hasLength(rows, match) ? [] : scoreJumps(match, entered)
    if (jumps.length > 0)
      dialog.open(
        { jumps, afterwards },
        untilMatchChanges(store.getState(), match.id, { own, aspects }),
      )
    else void send(afterwards)
  }
  function send(afterwards: () => void): Promise<void> {
    if (!changed) return Promise.resolve()
    return saving.send(scoreWrite(match, changed), () => {
      setEntered({})
      toast(results.saved(name))
      afterwards()
    })
  }
  /** Completes with the score that is shown: an entered one is saved first. */
  function complete(): void {
    const write = rest.put('/api/tournament/match/:id/complete/', { id: match.id }, {})
    const setComplete = () => void saving.send(write)
    if (changed) save(setComplete)
    else setComplete()
  }
  return (
    <section className={styles.editor} aria-label={results.editing(name)}>
      <EditorBanner match={match} />
      {changed && scoreAtOpening !== score && (
        <p className={styles.needsYou}>{results.frame.moved(score)}</p>
      )}
      {!hasTeams && <p className="hint">{results.waiting}</p>}
      {match.forfeit && <p className="hint">{results.forfeited}</p>}
      {hasLength(rows, match) && (
        <p className="hint">
          <MatchLength match={match} />
        </p>
      )}
      {hasTeams && (
        <Group gap="sm" align="flex-end">
          {(['blue', 'gold'] as const).map((colour) => (
            <Side
              key={colour}
              match={match}
              colour={colour}
              entered={entered}
              onChange={(team, value, typed) =>
                setEntered((before) => ({ ...before, [team]: { value, typed } }))
              }
            />
          ))}
          <Button
            size="lg"
            className={styles.save}
            disabled={!changed || saving.isSaving}
            onClick={() => save()}
          >
            {saving.isSaving ? savingText.saving : results.save}
          </Button>
        </Group>
      )}
      <ResultImpact match={match} {...scoresEntered(match, entered)} />
      <ProblemNote problem={saving.problem} onDismiss={saving.dismiss} />
      <ResultActions match={match} saving={saving} onComplete={complete} />
      <CommandNotes places={[place]} />
      {dialog.subject && (
        <Confirm
          title={results.jumpTitle(name)}
          reasons={dialog.subject.jumps.map(({ team, from, to }) =>
            results.jump(teamName(rows, team), from, to),
          )}
          yes={results.jumpYes}
          no={results.jumpNo}
          onYes={() => void send(dialog.subject?.afterwards ?? (() => {}))}
          onClose={dialog.close}
        />
      )}
      {saving.asking && (
        <Impact
          asking={saving.asking}
          {...questionAbout(saving.asking, name)}
          onYes={(reason) => void saving.insist(reason)}
          onClose={saving.cancel}
        />
      )}
    </section>
  )
}

function questionAbout({ by, problem }: PendingConfirmation, name: string) {
  if (by === 'cascade') return { title: results.impactTitle(name), yes: results.cascade }
  return problem.code === 'GAME_RUNNING'
    ? { title: results.sure.force(name), yes: results.sure.forceYes }
    : { title: results.jumpTitle(name), yes: results.jumpYes }
}

type SideProps = {
  match: MatchRow
  colour: Colour
  entered: EnteredScores
  onChange: (team: number, value: number, typed: boolean) => void
}

function Side({ match, colour, entered, onChange }: SideProps) {
  const team = (colour === 'blue' ? match.blueTeam : match.goldTeam) ?? 0
  const name = useLiveState((state) => teamName(state.live.rows, team))
  const value = entered[team]?.value ?? scoreOf(match, team)
  return (
    <div className={styles.side} data-colour={colour}>
      <span className={styles.team}>
        <TeamSign colour={colour} />
        <span className={styles.name} title={name}>
          {name}
        </span>
      </span>
      <Stepper
        label={results.scoreOf(name)}
        isLabelHidden
        names={{ less: results.less(name), more: results.more(name) }}
        value={value}
        max={maxScore}
        onChange={(next, typed) => onChange(team, next, typed)}
      />
    </div>
  )
}

/** Names the edited match, so that nobody mistakes it for the one being played (R-ED-5, ux 37). */
function EditorBanner({ match }: { match: MatchRow }) {
  const rows = useLiveState((state) => state.live.rows)
  const cabinets = useTournamentCabinets()
  const { timeWithSeconds } = timesInFull(useZone())
  const short = text.match.short(match.matchNum)
  const others = otherActiveMatches(rows, match).map((other) => matchName(rows, other))
  const [first = ''] = others
  const cabinet = cabinets.find(({ id }) => id === match.activeCabinet)
  const sentence =
    match.activeCabinet !== null
      ? words.active(short, cabinet?.displayName ?? '')
      : others.length > 0
        ? words.other(short, others.length > 1 ? words.many(others.join(', ')) : words.one(first))
        : match.completedAt
          ? words.past(short, timeWithSeconds(match.completedAt))
          : words.only(short)
  return (
    <>
      <Group component="p" gap="xs" wrap="nowrap" fw={700} className="needs-you" role="status">
        <Icon name="warning" />
        {sentence}
      </Group>
      {match.underReview && <p className={styles.needsYou}>{words.review}</p>}
      {match.attempts.map(({ attempt, blueScore, goldScore, reason }) => (
        <p key={attempt} className={styles.round}>
          {results.state.attempt(attempt, `${blueScore}-${goldScore}`, reason)}
        </p>
      ))}
    </>
  )
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import type { MatchRow } from '../../../../events/view/rows.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { teamName } from '../../live/select.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { Impact } from '../../parts/Impact.tsx'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { Stepper } from '../../parts/Stepper.tsx'
import { TeamSign } from '../../parts/TeamSign.tsx'
import { toast } from '../../parts/toast.ts'
import { useInsisting } from '../../parts/useInsisting.ts'
import { results } from '../../text/results.ts'
import { text } from '../../text.ts'
import type { Colour } from '../../text.ts'
import { useReviewed } from '../referee/useReviewed.ts'
import { EditorBanner } from './EditorBanner.tsx'
import { ResultActions } from './ResultActions.tsx'
import { jumps, scoreOf, scoreWrite, scoresChanged } from './results.ts'
import type { Entered, Jump } from './results.ts'
import styles from './Results.module.css'

const mostGames = 999

/** One match opened for corrections, in a frame of its own (ux 37). */
export function ResultEditor({ match: shown }: { match: MatchRow }) {
  const match = useReviewed(shown)
  const [opened] = useState(`${match.blueScore}-${match.goldScore}`)
  const [entered, setEntered] = useState<Entered>({})
  const [asked, setAsked] = useState<Jump[]>([])
  const rows = useShown((shown) => shown.live.rows)
  const saving = useInsisting(['cascade', 'force'])
  const short = text.match.short(match.matchNum)
  const changed = scoresChanged(match, entered)
  const isKnown = match.blueTeam !== null && match.goldTeam !== null
  const now = `${match.blueScore}-${match.goldScore}`

  function save(): void {
    const far = jumps(match, entered)
    if (far.length > 0) setAsked(far)
    else void send()
  }
  function send(): Promise<void> {
    if (!changed) return Promise.resolve()
    return saving.send(scoreWrite(match, changed), () => {
      setEntered({})
      toast(results.saved(short))
    })
  }
  return (
    <section className={styles.editor} aria-label={results.editing(short)}>
      <EditorBanner match={match} />
      {changed && opened !== now && <p className={styles.needsYou}>{results.frame.moved(now)}</p>}
      {!isKnown && <p className={styles.hint}>{results.waiting}</p>}
      {match.forfeit && <p className={styles.hint}>{results.forfeited}</p>}
      {isKnown && !match.forfeit && (
        <div className={styles.sides}>
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
            onClick={save}
          >
            {saving.isSaving ? text.saving.saving : results.save}
          </Button>
        </div>
      )}
      <ProblemNote problem={saving.problem} onDismiss={saving.dismiss} />
      <ResultActions match={match} saving={saving} />
      {asked.length > 0 && (
        <Confirm
          title={results.jumpTitle(short)}
          reasons={asked.map(({ team, from, to }) => results.jump(teamName(rows, team), from, to))}
          yes={results.jumpYes}
          no={results.jumpNo}
          onYes={() => void send()}
          onClose={() => setAsked([])}
        />
      )}
      {saving.asking && (
        <Impact
          asking={saving.asking}
          title={
            saving.asking.by === 'force' ? results.sure.force(short) : results.impactTitle(short)
          }
          yes={saving.asking.by === 'force' ? results.sure.forceYes : results.cascade}
          onYes={(reason) => void saving.insist(reason)}
          onClose={saving.cancel}
        />
      )}
    </section>
  )
}

type SideProps = {
  match: MatchRow
  colour: Colour
  entered: Entered
  onChange: (team: number, value: number, typed: boolean) => void
}

function Side({ match, colour, entered, onChange }: SideProps) {
  const team = (colour === 'blue' ? match.blueTeam : match.goldTeam) ?? 0
  const name = useShown((shown) => teamName(shown.live.rows, team))
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
        max={mostGames}
        onChange={(next, typed) => onChange(team, next, typed)}
      />
    </div>
  )
}

import { useMemo, useState, useSyncExternalStore } from 'react'
import type { BracketRow, MatchRow, TeamRow } from '#events/schema/rows.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { roundsOf } from './bracket-layout.ts'
import type { Round } from './bracket-layout.ts'
import { byesOf } from './byes.ts'
import { MatchList } from '../page/MatchList.tsx'
import { hasTeam } from '../page/matches.ts'
import styles from './Bracket.module.css'
import { narrowScreen } from './narrow-screen.ts'

type Props = { stage: BracketRow; matches: MatchRow[]; team?: TeamRow | null }

/** Rounds as lists: one at a time on a phone, else all. With `team`, its matches only (ux 48). */
export function Rounds({ stage, matches, team }: Props) {
  const isNarrow = useSyncExternalStore(narrowScreen.subscribe, narrowScreen.matches)
  const rounds = useMemo(() => roundsOf(matches), [matches])
  if (matches.length === 0) return null
  if (team) {
    const path = matches.filter((match) => hasTeam(match, team.id))
    return <MatchList matches={path} label={bracketText.path(team.name)} />
  }
  if (isNarrow) return <OneRound stage={stage} matches={matches} rounds={rounds} />
  return (
    <div className={styles.grid}>
      {rounds.map((round) => (
        <section key={round.name}>
          <h3 className={styles.round}>{round.label}</h3>
          <List round={round} stage={stage} matches={matches} />
        </section>
      ))}
    </div>
  )
}

function OneRound({ stage, matches, rounds }: Props & { rounds: Round[] }) {
  const open = useMemo(() => openRound(rounds, matches), [rounds, matches])
  const [chosen, setChosen] = useState<string | null>(null)
  const index = Math.max(
    0,
    rounds.findIndex(({ name }) => name === (chosen ?? open)),
  )
  const round = rounds[index]
  if (!round) return null
  const go = (by: number) => setChosen(rounds[index + by]?.name ?? round.name)
  return (
    <>
      <div className={styles.rounds}>
        <button
          type="button"
          className={styles.step}
          aria-label={bracketText.before}
          disabled={index === 0}
          onClick={() => go(-1)}
        >
          ‹
        </button>
        <select
          className={styles.choice}
          aria-label={bracketText.rounds}
          value={round.name}
          onChange={(event) => setChosen(event.target.value)}
        >
          {rounds.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className={styles.step}
          aria-label={bracketText.after}
          disabled={index === rounds.length - 1}
          onClick={() => go(1)}
        >
          ›
        </button>
      </div>
      <List round={round} stage={stage} matches={matches} />
    </>
  )
}

function List({ round, stage, matches }: Props & { round: Round }) {
  const rows = useLiveState((state) => state.live.rows)
  const own = matches.filter(({ id }) => round.matches.includes(id))
  const byes = useMemo(() => byesIn(stage, matches, round), [stage, matches, round])
  const names = byes.map((team) => rows.team[team]?.name ?? text.match.unknown)
  return (
    <div className={styles.list}>
      <MatchList matches={own} label={round.label} isShort />
      {names.length > 0 && (
        <p className={styles.byes}>
          {bracketText.byes} {names.join(', ')}
        </p>
      )}
    </div>
  )
}

/** Teams without a match in this round; in a bracket, those that start after the first round. */
function byesIn(stage: BracketRow, matches: MatchRow[], round: Round): number[] {
  const { drawing } = typeOf(stage)
  if (drawing === 'cross_table') {
    const own = matches.filter(({ id }) => round.matches.includes(id))
    const playing = new Set(own.flatMap(({ blueTeam, goldTeam }) => [blueTeam, goldTeam]))
    return stage.teams.filter((team) => !playing.has(team) && !stage.withdrawn.includes(team))
  }
  const first = roundsOf(matches)[0]
  if (drawing === 'ladder' || round.name !== first?.name) return []
  return [...byesOf(matches).values()].flat()
}

/** The first unfinished round; if all are finished, the last one. */
function openRound(rounds: Round[], matches: MatchRow[]): string | undefined {
  const open = new Set(matches.filter((match) => !match.isComplete).map(({ id }) => id))
  return (rounds.find((round) => round.matches.some((id) => open.has(id))) ?? rounds.at(-1))?.name
}

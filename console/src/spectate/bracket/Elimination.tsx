import { useId, useState, useSyncExternalStore } from 'react'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { BracketDrawing } from './BracketDrawing.tsx'
import { Rounds } from './Rounds.tsx'
import styles from './Bracket.module.css'
import { narrowScreen } from './narrow-screen.ts'
import { findTeam } from './find-team.ts'

type Props = { stage: BracketRow; matches: MatchRow[] }

/** A drawing on a large screen, one round at a time on a phone; a button switches between them. */
export function Elimination({ stage, matches }: Props) {
  const isNarrow = useSyncExternalStore(narrowScreen.subscribe, narrowScreen.matches)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [search, setSearch] = useState('')
  const rows = useLiveState((state) => state.live.rows.team)
  const list = useId()
  const teams = stage.teams.flatMap((id) => rows[id] ?? [])
  const team = findTeam(teams, search)
  const isDrawn = chosen ?? !isNarrow
  if (matches.length === 0) return null
  return (
    <>
      <div className={styles.tools}>
        <button type="button" className={styles.other} onClick={() => setChosen(!isDrawn)}>
          {isDrawn ? (isNarrow ? bracketText.listed : bracketText.listedAll) : bracketText.drawn}
        </button>
        <input
          type="search"
          className={styles.choice}
          aria-label={bracketText.find}
          placeholder={bracketText.find}
          list={list}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <datalist id={list}>
          {teams.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      </div>
      {isDrawn ? (
        <BracketDrawing stage={stage} matches={matches} team={team?.id ?? null} />
      ) : (
        <Rounds stage={stage} matches={matches} team={team} />
      )}
    </>
  )
}

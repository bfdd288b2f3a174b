import { useId, useState, useSyncExternalStore } from 'react'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { bracketText } from './text.ts'
import { BracketDrawing } from './BracketDrawing.tsx'
import { Rounds } from './Rounds.tsx'
import styles from './Bracket.module.css'
import { narrow } from './narrow.ts'
import { teamNamed } from './team-named.ts'

type Props = { stage: BracketRow; matches: MatchRow[] }

/** Drawn where there is room, one round at a time on a phone; either way the other is a tap away. */
export function Elimination({ stage, matches }: Props) {
  const isNarrow = useSyncExternalStore(narrow.subscribe, narrow.is)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [words, setWords] = useState('')
  const rows = useLiveState((shown) => shown.live.rows.team)
  const list = useId()
  const teams = stage.teams.flatMap((id) => rows[id] ?? [])
  const team = teamNamed(teams, words)
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
          value={words}
          onChange={(event) => setWords(event.target.value)}
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

import { useState, useSyncExternalStore } from 'react'
import type { BracketRow, MatchRow } from '../../../../events/view/rows.ts'
import { publicText as text } from '../../text/public.ts'
import { Drawn } from './Drawn.tsx'
import { Rounds } from './Rounds.tsx'
import styles from './Bracket.module.css'
import { narrow } from './narrow.ts'

type Props = { stage: BracketRow; matches: MatchRow[] }

/** Drawn where there is room, one round at a time on a phone; either way the other is a tap away. */
export function Elimination({ stage, matches }: Props) {
  const isNarrow = useSyncExternalStore(narrow.subscribe, narrow.is)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isDrawn = chosen ?? !isNarrow
  if (matches.length === 0) return null
  return (
    <>
      <button type="button" className={styles.other} onClick={() => setChosen(!isDrawn)}>
        {isDrawn ? (isNarrow ? text.stage.listed : text.stage.listedAll) : text.stage.drawn}
      </button>
      {isDrawn ? (
        <Drawn stage={stage} matches={matches} />
      ) : (
        <Rounds stage={stage} matches={matches} />
      )}
    </>
  )
}

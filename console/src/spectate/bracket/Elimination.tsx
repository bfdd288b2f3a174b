import { useState, useSyncExternalStore } from 'react'
import type { BracketRow, MatchRow } from '../../../../events/schema/rows.ts'
import { publicText as text } from '../../core/text/public.ts'
import { BracketDrawing } from './BracketDrawing.tsx'
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
        <BracketDrawing stage={stage} matches={matches} />
      ) : (
        <Rounds stage={stage} matches={matches} />
      )}
    </>
  )
}

import { useMemo } from 'react'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { StageTypeRecord } from '#events/rules/stage-types/stage-types.ts'
import { useLiveState } from '../../core/live/context.ts'
import { byMatchNumber } from '../../core/live/select.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { CrossTable } from '../bracket/CrossTable.tsx'
import { Elimination } from '../bracket/Elimination.tsx'
import { Rounds } from '../bracket/Rounds.tsx'
import { Stages } from './Stages.tsx'
import type { SectionProps } from './section-props.ts'
import styles from '../page/WatchedPage.module.css'

export default function Bracket({ rest }: SectionProps) {
  return (
    <Stages section="bracket" stage={rest} none={bracketText.none}>
      {(stage) => <Stage key={stage.id} stage={stage} />}
    </Stages>
  )
}

function Stage({ stage }: { stage: BracketRow }) {
  const rows = useLiveState((state) => state.live.rows.match)
  const matches = useMemo(() => {
    const own = Object.values(rows).filter((match) => match.bracket === stage.id)
    return own.toSorted(byMatchNumber)
  }, [rows, stage.id])
  const Drawing = drawings[typeOf(stage).drawing]
  return (
    <>
      <h2 className="unseen">{stage.name}</h2>
      {matches.length === 0 && <p className={styles.dim}>{bracketText.noMatches}</p>}
      <Drawing stage={stage} matches={matches} />
    </>
  )
}

function TableAndRounds(props: { stage: BracketRow; matches: MatchRow[] }) {
  return (
    <>
      <CrossTable {...props} />
      <Rounds {...props} />
    </>
  )
}

const drawings = {
  cross_table: TableAndRounds,
  bracket: Elimination,
  ladder: Elimination,
} satisfies Record<StageTypeRecord['drawing'], typeof Elimination>

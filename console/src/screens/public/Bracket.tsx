import { useMemo } from 'react'
import type { BracketRow } from '../../../../events/view/rows.ts'
import { useShown } from '../../live/context.ts'
import { inOrder } from '../../live/select.ts'
import { publicText as text } from '../../text/public.ts'
import { CrossTable } from './CrossTable.tsx'
import { Elimination } from './Elimination.tsx'
import { Rounds } from './Rounds.tsx'
import { Stages } from './Stages.tsx'
import type { SectionProps } from './Section.tsx'
import styles from './Public.module.css'

export default function Bracket({ rest }: SectionProps) {
  return (
    <Stages section="bracket" stage={rest} none={text.stage.none}>
      {(stage) => <Stage key={stage.id} stage={stage} />}
    </Stages>
  )
}

function Stage({ stage }: { stage: BracketRow }) {
  const rows = useShown((shown) => shown.live.rows.match)
  const matches = useMemo(() => {
    const own = Object.values(rows).filter((match) => match.bracket === stage.id)
    return own.toSorted(inOrder)
  }, [rows, stage.id])
  return (
    <>
      <h2 className={styles.unseen}>{stage.name}</h2>
      {matches.length === 0 && <p className={styles.dim}>{text.stage.noMatches}</p>}
      {stage.stageType === 'round_robin' ? (
        <>
          <CrossTable stage={stage} matches={matches} />
          <Rounds stage={stage} matches={matches} />
        </>
      ) : (
        <Elimination stage={stage} matches={matches} />
      )}
    </>
  )
}

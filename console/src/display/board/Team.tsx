import { TeamSign } from '../../ui/TeamSign.tsx'
import { Name } from './Name.tsx'
import styles from './Team.module.css'
import type { TeamLine } from './teams.ts'

type Props = { team: TeamLine; hasScore?: boolean; hasSign?: boolean }

/** A team in its colour, with the colour's name and shape; a long name takes two lines. */
export function Team({ team, hasScore = false, hasSign = true }: Props) {
  const { colour, name, score, isOpen, isWinner } = team
  return (
    <div
      className={styles.team}
      data-colour={colour}
      data-open={isOpen || undefined}
      data-winner={isWinner || undefined}
    >
      {hasSign && <TeamSign colour={colour} />}
      <Name name={name} />
      {hasScore && <span className={styles.score}>{score}</span>}
    </div>
  )
}

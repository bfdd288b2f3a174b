import type { MatchRow } from '../../../../events/schema/rows.ts'
import { to } from '../../core/addresses.ts'
import { matchText } from './text.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import styles from './MatchPage.module.css'
import { useTournamentPage } from '../page/tournament-context.ts'

type Props = { match: Pick<MatchRow, 'id' | 'protest'> }

/** Links for officials: the timeline of the match, and its protest. */
export function ForOfficials({ match: { id, protest } }: Props) {
  const { tournament } = useTournamentPage()
  const may = useUser((user) => mayOfficiate(user, tournament.scene))
  if (!may) return null
  return (
    <nav className={styles.officials} aria-label={matchText.officials}>
      <a href={to.timeline(tournament.id, id)}>{matchText.timeline}</a>
      {protest && (
        <a href={to.admin(tournament.id, `protests/${protest.id}`)}>{matchText.protest}</a>
      )}
    </nav>
  )
}

import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { comingOn, matchName, sideName } from '../../core/live/select.ts'
import { EstimatedStart } from '../../ui/live/EstimatedStart.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { upcoming as words } from '../../core/text/sheets.ts'
import styles from './Upcoming.module.css'
import { useTeamCheckIn } from './useTeamCheckIn.ts'
import type { TeamCheckIn } from './useTeamCheckIn.ts'

const most = 2

/** The next two matches of a cabinet, and whether their teams are there (ux 39). */
export default function Upcoming({ cabinet }: { cabinet: CabinetBody }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const matches = comingOn(rows, cabinet.id).slice(0, most)
  const checkIn = useTeamCheckIn()
  return (
    <section aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      {matches.length === 0 && <p className="dim">{words.none}</p>}
      <ol className={styles.list}>
        {matches.map((match, index) => (
          <li key={match.id}>
            <span className={styles.head}>
              <strong>
                {index === 0 ? words.next : words.after} {matchName(rows, match)}
              </strong>
              <EstimatedStart match={match.id} />
            </span>
            <span className="stack">
              <Team name={sideName(rows, match, 'blue')} found={checkIn(match.blueTeam)} />
              <Team name={sideName(rows, match, 'gold')} found={checkIn(match.goldTeam)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Team({ name, found }: { name: string; found: TeamCheckIn | null }) {
  return (
    <span className={styles.team}>
      <span className="cut" title={name}>
        {name}
      </span>
      {found && (
        <span className={styles.checkIn} data-state={found.state}>
          <Icon name={icons[found.state]} size={16} />
          {found.state === 'short'
            ? words.checkIn.short(found.here, found.of)
            : words.checkIn[found.state]}
        </span>
      )}
    </span>
  )
}

const icons = { present: 'check', absent: 'cross', short: 'warning' } as const

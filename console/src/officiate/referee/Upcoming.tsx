import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { comingOn, matchName, sideName } from '../../core/live/select.ts'
import { EstimatedStart } from '../../ui/live/EstimatedStart.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { upcoming as words } from '../../core/text/officiate/dialogs.ts'
import styles from './Upcoming.module.css'
import { useTeamCheckIn } from './useTeamCheckIn.ts'
import type { TeamCheckIn } from './useTeamCheckIn.ts'

const maxMatches = 2

/** The next two matches of a cabinet, and whether their teams are present (ux 39). */
export default function Upcoming({ cabinet }: { cabinet: CabinetBody }) {
  const rows = useLiveState((state) => state.live.rows)
  const matches = comingOn(rows, cabinet.id).slice(0, maxMatches)
  const checkInOf = useTeamCheckIn()
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
              <Team name={sideName(rows, match, 'blue')} checkIn={checkInOf(match.blueTeam)} />
              <Team name={sideName(rows, match, 'gold')} checkIn={checkInOf(match.goldTeam)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Team({ name, checkIn }: { name: string; checkIn: TeamCheckIn | null }) {
  return (
    <span className={styles.team}>
      <span className="cut" title={name}>
        {name}
      </span>
      {checkIn && (
        <span className={styles.checkIn} data-state={checkIn.state}>
          <Icon name={icons[checkIn.state]} size={16} />
          {checkIn.state === 'short'
            ? words.checkIn.short(checkIn.here, checkIn.of)
            : words.checkIn[checkIn.state]}
        </span>
      )}
    </span>
  )
}

const icons = { present: 'check', absent: 'cross', short: 'warning' } as const

import { useShallow } from 'zustand/react/shallow'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { comingOn } from '../../core/live/select.ts'
import { Expected } from '../../ui/live/Expected.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { upcoming as words } from '../../core/text/sheets.ts'
import { text } from '../../core/text/text.ts'
import { useTeamName } from '../../core/live/useTeamNames.ts'
import styles from './Upcoming.module.css'
import { usePresence } from './usePresence.ts'
import type { Presence } from './usePresence.ts'

const most = 2

/** The next two matches of a cabinet, and whether their teams are there (ux 39). */
export default function Upcoming({ cabinet }: { cabinet: CabinetBody }) {
  const matches = useLiveState(
    useShallow(({ live }) => comingOn(live.rows, cabinet.id).slice(0, most)),
  )
  const presence = usePresence()
  return (
    <section aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      {matches.length === 0 && <p className={styles.none}>{words.none}</p>}
      <ol className={styles.list}>
        {matches.map((match, index) => (
          <li key={match.id}>
            <span className={styles.head}>
              <strong>
                {index === 0 ? words.next : words.after} {text.match.short(match.matchNum)}
              </strong>
              <Expected match={match.id} />
            </span>
            <span className={styles.teams}>
              <Team team={match.blueTeam} from={match.blueFrom} presence={presence} />
              <Team team={match.goldTeam} from={match.goldFrom} presence={presence} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

type TeamProps = {
  team: number | null
  from: string | null
  presence: (team: number | null) => Presence | null
}

function Team({ team, from, presence }: TeamProps) {
  const name = useTeamName(team)
  const found = presence(team)
  const shown = team === null && from ? from : name
  return (
    <span className={styles.team}>
      <span className={styles.name} title={shown}>
        {shown}
      </span>
      {found && (
        <span className={styles.presence} data-state={found.state}>
          <Icon name={icons[found.state]} size={16} />
          {found.state === 'short'
            ? words.presence.short(found.here, found.of)
            : words.presence[found.state]}
        </span>
      )}
    </span>
  )
}

const icons = { present: 'check', absent: 'cross', short: 'warning' } as const

import { useShallow } from 'zustand/react/shallow'
import type { MatchRow } from '../../../../events/view/rows.ts'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { nextOn, queuesOf } from '../../live/select.ts'
import type { Tables } from '../../live/rows.ts'
import { Expected } from '../../parts/Expected.tsx'
import { Icon } from '../../parts/Icon.tsx'
import { upcoming as words } from '../../text/sheets.ts'
import { text } from '../../text.ts'
import { useTeamName } from '../useNames.ts'
import styles from './Upcoming.module.css'
import { usePresence } from './usePresence.ts'
import type { Presence } from './usePresence.ts'

/** The next two matches of a cabinet, and whether their teams are there (ux 39). */
export default function Upcoming({ cabinet }: { cabinet: CabinetPaper }) {
  const matches = useShown(useShallow(({ live }) => comingOn(live.rows, cabinet.id)))
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

/** What the desk would take first, then what stands behind it. */
function comingOn(rows: Tables, cabinet: number): MatchRow[] {
  const queued = queuesOf(rows, cabinet)
    .filter((queue) => queue.enabled)
    .flatMap((queue) => queue.matches)
    .flatMap((id) => rows.match[id] ?? [])
  const next = nextOn(rows, cabinet)
  const first = next.state === 'ready' ? next.match : queued[0]
  return first ? [first, ...queued.filter((match) => match !== first)].slice(0, 2) : []
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

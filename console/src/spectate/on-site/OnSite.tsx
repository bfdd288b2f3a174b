import { useState } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { rest, sendOnce } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { useOwnTeam } from '../page/follow.ts'
import { isTournamentActive } from '../page/matches.ts'
import line from '../page/MatchList.module.css'
import { useTournamentPage } from '../page/tournament-context.ts'
import styles from './OnSite.module.css'
import { storeText, storedText } from '../../core/storage/storage.ts'
import { teamCodeIn } from '../../core/team-code.ts'

const maxMissing = 4

/**
 * A team's report to officials, shown to its players and on phones that scanned its code until the
 * tournament is marked as over.
 */
export default function OnSite({ team }: { team: number }) {
  const { id } = useTournamentPage().tournament
  const [code] = useState(() => storedTeamCode(team))
  const isOwn = useOwnTeam(id) === team
  const missing = useLiveState(({ live }) => live.rows.attendance[team]?.missing)
  const name = useLiveState(({ live }) => live.rows.team[team]?.name) ?? ''
  const isActive = useLiveState(({ live }) => isTournamentActive(live.rows))
  const [note, setNote] = useState('')
  if (!isActive || (code === null && !isOwn)) return null
  const withCode = code === null ? {} : { code }

  async function attempt(write: Write, failed: string): Promise<void> {
    setNote('')
    const response = await sendOnce(write).catch(() => null)
    if (!response?.ok) setNote(failed)
  }
  const report = (count: number) => {
    const body = { missing: count, ...withCode }
    return attempt(rest.put('/api/tournament/team/:id/report/', { id: team }, body), text.failed)
  }
  const call = () => {
    const path = '/api/tournament/team/:id/call-official/'
    return attempt(rest.put(path, { id: team }, withCode), text.callFailed)
  }

  return (
    <fieldset className={styles.choice}>
      <legend>{text.own(name)}</legend>
      {[0, 1, 2, 3, maxMissing].map((count) => (
        <button
          key={count}
          type="button"
          className={line.follow}
          aria-pressed={missing === count}
          onClick={() => void report(count)}
        >
          {count === 0 ? text.weAreHere : text.weMiss(count)}
        </button>
      ))}
      <button type="button" className={line.follow} onClick={() => void call()}>
        {text.call}
      </button>
      <CallStatus team={team} />
      <p role="alert">{note}</p>
    </fieldset>
  )
}

/** The status of the team's call for an official, announced to screen readers. */
function CallStatus({ team }: { team: number }) {
  const calls = useLiveState(({ live }) => live.rows.officialCall)
  const own = Object.values(calls).find((call) => call.team === team)
  return <p role="status">{own && (own.takenAt ? text.comes(own.takenOn) : text.called)}</p>
}

/** Where this device, and nothing else, stores the code of a team that it has scanned. */
const key = (team: number) => `waggle:team-code:${team}`

/** The code in the address's fragment, which is stored and removed; else the stored one. */
function storedTeamCode(team: number): string | null {
  const scanned = teamCodeIn(location.hash)
  if (scanned && storeText(key(team), scanned))
    history.replaceState(history.state, '', location.pathname)
  return scanned ?? storedText(key(team))
}

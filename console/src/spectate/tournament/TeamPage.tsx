import { useMemo } from 'react'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/context.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useEstimates } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { Head } from '../page/Head.tsx'
import { FollowButton, MatchList } from '../page/MatchList.tsx'
import { WatchedPage } from '../page/WatchedPage.tsx'
import line from '../page/MatchList.module.css'
import page from '../page/WatchedPage.module.css'
import styles from './Teams.module.css'
import { teamText } from '../../core/text/spectate/team.ts'
import { upcomingMatches, hasTeam, finishedMatches } from '../page/matches.ts'
import { teamPlaceText } from '../page/own-next.ts'
import type { TeamBody } from '../page/reads.ts'
import { useRead } from '../page/useRead.ts'

const TeamTotals = lazyPart(() => import('./TeamTotals.tsx'))
const OnSite = lazyPart(() => import('../on-site/OnSite.tsx'))
const PushSettings = lazyPart(() => import('../push/PushSettings.tsx'))

/** A team: its upcoming matches with times and cabinets, its finished ones, and its players. */
export function TeamPage({ team, ...loaded }: TournamentWithCabinets & { team: TeamBody }) {
  return (
    <WatchedPage loaded={loaded}>
      <Loaded team={team} />
    </WatchedPage>
  )
}

function Loaded({ team }: { team: TeamBody }) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const name = useLiveState((state) => state.live.rows.team[team.id]?.name) ?? team.name
  if (!isLoaded) return <Waiting />
  return (
    <>
      <Head title={name}>
        <div className={styles.head}>
          {team.image && <img src={team.image} alt="" className={styles.image} />}
          <Place team={team.id} />
          <FollowButton team={team.id} name={name} />
          <PushSettings team={team.id} />
          <a
            className={line.follow}
            style={{ alignContent: 'center' }}
            href={rest.get('/api/tournament/team/:id/calendar.ics', { id: team.id })}
          >
            {text.calendar}
          </a>
          <OnSite team={team.id} />
        </div>
      </Head>
      <Matches team={team.id} />
      <Players team={team.id} />
      <TeamTotals team={team.id} />
    </>
  )
}

function Place({ team }: { team: number }) {
  const rows = useLiveState((state) => state.live.rows)
  const words = useMemo(() => teamPlaceText(rows, team), [rows, team])
  return words === null ? null : <p className="dim">{words}</p>
}

function Matches({ team }: { team: number }) {
  const rows = useLiveState((state) => state.live.rows)
  const starts = useEstimates().matches
  const next = useMemo(() => {
    return upcomingMatches(rows, starts).filter((match) => hasTeam(match, team))
  }, [rows, starts, team])
  const past = useMemo(
    () => finishedMatches(rows).filter((match) => hasTeam(match, team)),
    [rows, team],
  )
  return (
    <div className={page.halves}>
      <section>
        <h2>{teamText.next}</h2>
        {next.length === 0 && <p className={page.dim}>{teamText.noNext}</p>}
        <MatchList matches={next} label={teamText.next} />
      </section>
      <section>
        <h2>{teamText.past}</h2>
        {past.length === 0 && <p className={page.dim}>{teamText.noPast}</p>}
        <MatchList matches={past} label={teamText.past} />
      </section>
    </div>
  )
}

/** The players who allow it to be shown; the server leaves out the others (R-PE-1). */
function Players({ team }: { team: number }) {
  const members = useLiveState((state) => {
    const own = Object.values(state.live.rows.member).filter((member) => member.team === team)
    return own.map(({ player }) => player).join()
  })
  const players = useRead(
    rest.get('/api/tournament/player/', { teamId: team, rowsPerPage }),
    members,
  )
  if (!players) return null
  return (
    <section>
      <h2 className={page.title}>{teamText.players}</h2>
      {players.length === 0 && <p className={page.dim}>{teamText.noPlayers}</p>}
      <ul className={styles.players}>
        {players.map(({ id, name, pronouns, tidbit }) => (
          <li key={id}>
            {name} {pronouns && <small>{pronouns}</small>}
            {tidbit && <small>{tidbit}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}

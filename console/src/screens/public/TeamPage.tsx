import { useMemo } from 'react'
import { inRankOrder } from '../../../../events/rules/ranks.ts'
import { readAll } from '../../api.ts'
import type { AdminPaper } from '../../api.ts'
import { useShown } from '../../live/context.ts'
import { publicText as text } from '../../text/public.ts'
import { Waiting } from '../Frame.tsx'
import { Head } from './Head.tsx'
import { FollowButton, MatchList } from './MatchLine.tsx'
import { Public } from './Public.tsx'
import page from './Public.module.css'
import styles from './Teams.module.css'
import { coming, isOf, results } from './matches.ts'
import type { PlayerPaper, TeamPaper } from './reads.ts'
import { useRead } from './useRead.ts'

/** A team: its coming matches with times and cabinets, those it played, and who plays for it. */
export function TeamPage({ team, ...place }: AdminPaper & { team: TeamPaper }) {
  return (
    <Public place={place}>
      <Loaded team={team} />
    </Public>
  )
}

function Loaded({ team }: { team: TeamPaper }) {
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const name = useShown((shown) => shown.live.rows.team[team.id]?.name) ?? team.name
  if (!isLoaded) return <Waiting />
  return (
    <>
      <Head title={name}>
        <div className={styles.head}>
          {team.image && <img src={team.image} alt="" className={styles.image} />}
          <Place team={team.id} />
          <FollowButton team={team.id} name={name} />
        </div>
      </Head>
      <Matches team={team.id} />
      <Players team={team.id} />
    </>
  )
}

/** Its final place, or its rank in the latest stage it has a table in. */
function Place({ team }: { team: number }) {
  const standings = useShown((shown) => shown.live.rows.standing)
  const brackets = useShown((shown) => shown.live.rows.bracket)
  const words = useMemo(() => {
    const own = Object.values(standings).filter((row) => row.team === team)
    const last = own.toSorted((a, b) => a.bracket - b.bracket).at(-1)
    if (!last) return null
    if (last.place !== null) return text.teams.place(last.sharedPlace ?? String(last.place))
    if (brackets[last.bracket]?.stageType !== 'round_robin') return null
    const table = inRankOrder(
      Object.values(standings).filter(({ bracket }) => bracket === last.bracket),
    )
    const rank = table.find((row) => row.team === team)?.rank
    const stage = brackets[last.bracket]?.name ?? ''
    return rank === undefined ? null : text.teams.rank(rank, table.length, stage)
  }, [standings, brackets, team])
  return words === null ? null : <p className={styles.place}>{words}</p>
}

function Matches({ team }: { team: number }) {
  const rows = useShown((shown) => shown.live.rows)
  const starts = useShown((shown) => shown.forecast.matches)
  const next = useMemo(() => {
    return coming(rows, starts).filter((match) => isOf(match, team))
  }, [rows, starts, team])
  const past = useMemo(() => results(rows).filter((match) => isOf(match, team)), [rows, team])
  return (
    <div className={page.halves}>
      <section>
        <h2>{text.teams.next}</h2>
        {next.length === 0 && <p className={page.dim}>{text.teams.noNext}</p>}
        <MatchList matches={next} label={text.teams.next} />
      </section>
      <section>
        <h2>{text.teams.past}</h2>
        {past.length === 0 && <p className={page.dim}>{text.teams.noPast}</p>}
        <MatchList matches={past} label={text.teams.past} />
      </section>
    </div>
  )
}

/** Those who want to be shown; the server leaves the others out (R-PE-1). */
function Players({ team }: { team: number }) {
  const members = useShown((shown) => {
    const own = Object.values(shown.live.rows.member).filter((member) => member.team === team)
    return own.map(({ player }) => player).join()
  })
  const path = `/api/tournament/player/?teamId=${team}&rowsPerPage=100`
  const players = useRead(readAll<PlayerPaper>, path, members)
  if (!players) return null
  return (
    <section>
      <h2 className={page.title}>{text.teams.players}</h2>
      {players.length === 0 && <p className={page.dim}>{text.teams.noPlayers}</p>}
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

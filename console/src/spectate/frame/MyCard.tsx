import { to } from '../../core/addresses.ts'
import { useMemo } from 'react'
import { callsIn } from '../../core/live/calls.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/public.ts'
import { useFollowed } from './follow.ts'
import { cabinetsOf, coming, isOf, sidesOf } from './matches.ts'
import { useCabinetName, usePlace, useSpan } from './tournament-context.ts'
import styles from './MyCard.module.css'

/** The reader's own next step in one line: "You: 20:40–20:55, Cabinet 2". */
export function MyCard() {
  const followed = useFollowed(usePlace().tournament.id)
  const team = useLiveState((shown) =>
    followed === null ? undefined : shown.live.rows.team[followed],
  )
  return team ? <Card id={team.id} name={team.name} /> : null
}

function Card({ id, name }: { id: number; name: string }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const starts = useLiveState((shown) => shown.forecast.matches)
  const nameOf = useCabinetName()
  const span = useSpan()
  const next = useMemo(() => {
    return coming(rows, starts).find((match) => isOf(match, id))
  }, [rows, starts, id])
  const call = useMemo(() => (next ? callsIn(rows).get(next.id) : undefined), [rows, next])
  if (!next) return <Line name={name} team={id} words={nothing(rows, id)} />
  const rival = sidesOf(rows, next).find(({ team }) => team !== id)
  const estimate = starts[next.id]
  const when = next.activeCabinet === null && estimate ? span(estimate) : null
  const cabinets = cabinetsOf(rows, next)
  const where = cabinets.length === 0 ? text.follow.waits : cabinets.map(nameOf).join(', ')
  const words = [call && text.match.call(call), when, where].filter(Boolean).join(', ')
  return (
    <Line
      name={name}
      team={id}
      words={words}
      isCalled={call === 'on' || call === 'on_deck' || call === 'now'}
      match={{ id: next.id, num: next.matchNum, rival: rival?.name ?? text.match.unknown }}
    />
  )
}

type LineProps = {
  name: string
  team: number
  words: string
  isCalled?: boolean
  match?: { id: number; num: number; rival: string }
}

function Line({ name, team, words, isCalled = false, match }: LineProps) {
  return (
    <aside
      className={styles.card}
      data-called={isCalled || undefined}
      aria-label={text.follow.card(name)}
    >
      <a href={to.team(team)} className={styles.team}>
        <span>
          {text.follow.you}: {name}
        </span>
      </a>
      <strong className={styles.words} role="status">
        {words}
      </strong>
      {match && (
        <a href={to.match(match.id)} className={styles.match}>
          {text.match.short(match.num)} {text.follow.against(match.rival)}
        </a>
      )}
    </aside>
  )
}

function nothing(rows: Parameters<typeof coming>[0], team: number): string {
  const own = Object.values(rows.match).filter((match) => isOf(match, team))
  const places = Object.values(rows.standing).filter((row) => row.team === team && row.place)
  const place = places.at(-1)
  if (place) return text.teams.place(place.sharedPlace ?? String(place.place))
  return own.length > 0 && own.every((match) => match.isComplete)
    ? text.follow.done
    : text.follow.nothing
}

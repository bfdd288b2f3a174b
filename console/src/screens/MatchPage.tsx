import { Text, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { LiveTournament, useShown } from '../live/LiveTournament.tsx'
import { ConnectionRow } from '../parts/ConnectionRow.tsx'
import { TeamSign } from '../parts/TeamSign.tsx'
import { text } from '../text.ts'
import type { Colour } from '../text.ts'
import { Lost, Waiting } from './Frame.tsx'
import card from './cabinets/CabinetCard.module.css'
import { useTeamName } from './useNames.ts'

/** One match, live. */
export function MatchPage() {
  const match = useLoaderData({ from: '/tournament-match/$id' })
  return (
    <LiveTournament id={match.tournament} key={match.tournament}>
      <ConnectionRow />
      <Board id={match.id} />
    </LiveTournament>
  )
}

function Board({ id }: { id: number }) {
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const match = useShown((shown) => shown.live.rows.match[id])
  if (!isLoaded) return <Waiting />
  if (!match) return <Lost />
  return (
    <article className={card.card}>
      <Title order={1} size="h2">
        {text.match.short(match.matchNum)} · {match.roundName}
      </Title>
      <Text c="var(--dim)">
        {match.stageName}
        {match.isWarmup && ` · ${text.page.warmup}`}
        {match.isComplete && ` · ${text.page.done}`}
      </Text>
      <Team colour="blue" team={match.blueTeam} score={match.blueScore} />
      <Team colour="gold" team={match.goldTeam} score={match.goldScore} />
    </article>
  )
}

function Team({ colour, team, score }: { colour: Colour; team: number | null; score: number }) {
  const name = useTeamName(team)
  return (
    <div className={card.team} data-colour={colour}>
      <TeamSign colour={colour} />
      <span className={card.name}>{name}</span>
      <span className={card.score}>{score}</span>
    </div>
  )
}

import { said } from '../../core/text/catalogue.ts'
import { roundNameOf, gameWordOf } from '../../core/text/server-words.ts'
import { use } from 'react'
import type { MatchRow, PlayedRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { minutes } from '#events/text/durations.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { Attempts, Leads } from '../../spectate/match/MatchFacts.tsx'
import { State } from '../../spectate/match/MatchPage.tsx'
import page from '../../spectate/match/MatchPage.module.css'
import { Scoreboard } from '../../spectate/match/Scoreboard.tsx'
import { OfficialContext } from './official-rows.ts'

/** The page of a match built from rows only, so that it also shows past games. */
export function PastMatch({ match: id }: { match: number | null }) {
  const match = useLiveState((shown) => (id === null ? undefined : shown.live.rows.match[id]))
  const official = use(OfficialContext)
  if (id === null) return <p className="hint">{words.chooseMatch}</p>
  if (!match) return <p className="hint">{words.noMatchThen}</p>
  const officialRow = match.underReview ? official(id) : null
  return (
    <>
      <h3>
        {text.match.short(match.matchNum)} · {roundNameOf(match) || match.stageName}
      </h3>
      <State match={match} />
      <Scoreboard match={match} />
      {match.underReview && (
        <p className={page.frozen}>
          <strong>{text.match.frozen}.</strong>{' '}
          {officialRow && words.held(words.score(officialRow.blueScore, officialRow.goldScore))}
        </p>
      )}
      {match.note && (
        <p className={page.note}>
          <strong>{text.match.note}:</strong> {match.note}
        </p>
      )}
      <Games match={match} />
      <Leads match={match} />
      <Attempts match={match} />
    </>
  )
}

function Games({ match }: { match: MatchRow }) {
  const played = useLiveState((shown) => shown.live.rows.played)
  const games = Object.values(played).filter((game) => game.match === match.id)
  return (
    <section>
      <h4 className={page.title}>{words.games}</h4>
      {games.length === 0 && <p className="hint">{words.noGames}</p>}
      <ol>
        {games.map((game, index) => (
          <Game key={game.game} game={game} num={index + 1} />
        ))}
      </ol>
    </section>
  )
}

function Game({ game, num }: { game: PlayedRow; num: number }) {
  const { mapName, winCondition, seconds, winningTeam, status, reason, reasonMessage } = game
  const map = mapName && gameWordOf(mapName)
  const facts = [
    map,
    winCondition && gameWordOf(winCondition),
    seconds === null ? null : minutes(seconds),
    reason && said(reasonMessage, reason),
  ]
  return (
    <li className={page.game}>
      <span className={page.num}>{words.game(num)}</span>
      {winningTeam ? <TeamSign colour={winningTeam} /> : <span>–</span>}
      <span className={page.facts}>{facts.filter(Boolean).join(' · ')}</span>
      <span className={page.where}>{words.status[status]}</span>
    </li>
  )
}

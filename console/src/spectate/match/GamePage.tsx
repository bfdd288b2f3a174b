import { roundNameOf, gameWordOf } from '../../core/text/server-words.ts'
import { to } from '../../core/addresses.ts'
import type { CabinetBody } from '../../core/rest.ts'
import { Boundary } from '../../ui/Boundary.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { minutes } from '#events/text/durations.ts'
import { clockIn, zoneOf } from '../../core/time/zone.ts'
import { publicText } from '../../core/text/spectate/public.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import { text as shared } from '../../core/text/text.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { Failed, Waiting } from '../../ui/Layout.tsx'
import { matchText } from '../../core/text/spectate/match.ts'
import match from './MatchPage.module.css'
import page from '../page/WatchedPage.module.css'
import type { GameBody, GameMatchBody } from '../page/reads.ts'

const GameReplay = lazyPart(() => import('../game/GameReplay.tsx'), Waiting)

type Props = {
  game: GameBody
  match: GameMatchBody | null
  cabinets: CabinetBody[]
}

/** One game with its replay. It may belong to no tournament. */
export function GamePage({ game, match: gameMatch, cabinets }: Props) {
  const teams = { blue: gameMatch?.blue?.name ?? null, gold: gameMatch?.gold?.name ?? null }
  return (
    <>
      <Breadcrumbs game={game} gameMatch={gameMatch} />
      <div className={page.head}>
        <title>{shared.title(titleOf(game), gameMatch?.tournament.name)}</title>
        <h1>{titleOf(game)}</h1>
      </div>
      <p className={match.state}>{factsOf(game, gameMatch, cabinets)}</p>
      {gameMatch?.underReview && (
        <p className={match.frozen}>
          <strong>{publicText.match.frozen}.</strong> {matchText.frozenWhy}
        </p>
      )}
      <Boundary failed={Failed}>
        <GameReplay game={game.id} at={atOf(location.search)} teams={teams} />
      </Boundary>
    </>
  )
}

/** `?at=63.2`: where the replay opens, in seconds since the start of the game. */
function atOf(search: string): number {
  const seconds = Number(new URLSearchParams(search).get('at'))
  return Number.isFinite(seconds) ? Math.max(0, seconds) : 0
}

function titleOf({ winningTeam, mapName }: GameBody): string {
  const isWon = winningTeam === 'blue' || winningTeam === 'gold'
  const map = gameWordOf(mapName)
  return isWon ? text.wonOn(winningTeam, map) : text.title(map)
}

function Breadcrumbs({ game, gameMatch }: { game: GameBody; gameMatch: GameMatchBody | null }) {
  const user = useUser()
  const scene = gameMatch?.tournament.scene ?? game.cabinet.scene
  return (
    <div className={page.top}>
      <nav className={page.places} aria-label={shared.breadcrumb}>
        <a href={to.scene(scene)}>{scene.displayName}</a>
        {gameMatch && (
          <>
            <span aria-hidden="true">/</span>
            <a href={to.tournament(gameMatch.tournament)}>{gameMatch.tournament.name}</a>
            <span aria-hidden="true">/</span>
            <a href={to.match(gameMatch.id)}>
              {text.match(gameMatch.matchNum, roundNameOf(gameMatch))}
            </a>
            {mayOfficiate(user, scene) && (
              <>
                <span aria-hidden="true">/</span>
                <a href={to.timeline(gameMatch.tournament.id, gameMatch.id)}>
                  {matchText.timeline}
                </a>
              </>
            )}
          </>
        )}
      </nav>
    </div>
  )
}

function factsOf(game: GameBody, gameMatch: GameMatchBody | null, cabinets: CabinetBody[]) {
  const { time, zone } = clockIn(zoneOf(cabinets))
  const { startTime, seconds, winCondition, isWarmup } = game
  return [
    winCondition && gameWordOf(winCondition),
    seconds === null ? null : minutes(seconds),
    `${game.cabinet.displayName}, ${time(startTime)} ${zone(startTime)}`,
    isWarmup || gameMatch?.isWarmup ? text.warmup : null,
  ]
    .filter(Boolean)
    .join(' · ')
}

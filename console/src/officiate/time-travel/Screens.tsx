import { memo, use } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import CardQueue from '../cabinets/CardQueue.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { Waiting } from '../../ui/Layout.tsx'
import { TitleContext } from '../../ui/page/PageTitle.tsx'
import { Now } from '../../spectate/tournament/Now.tsx'
import { Section } from '../../spectate/tournament/Section.tsx'
import MatchQueue from '../queue/MatchQueue.tsx'
import EditMatchResults from '../results/EditMatchResults.tsx'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { PastView } from './view.ts'
import { Stack } from '@mantine/core'
import type { CabinetBody } from '../../core/rest.ts'
import { activeMatchOn } from '../../core/live/select.ts'
import { LastAction } from '../steps/LastAction.tsx'
import { MatchControls } from '../referee/MatchControls.tsx'
import { NextBar } from '../referee/NextBar.tsx'
import { ScoreSides } from '../referee/ScoreSides.tsx'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import { OfficialContext } from './official-rows.ts'
import { said } from '../../core/text/catalogue.ts'
import { roundNameOf, gameWordOf } from '../../core/text/server-words.ts'
import type { MatchRow, PlayedRow } from '#events/schema/rows.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { minutes } from '#events/text/durations.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { Attempts, Leads } from '../../spectate/match/MatchFacts.tsx'
import { State } from '../../spectate/match/MatchPage.tsx'
import page from '../../spectate/match/MatchPage.module.css'
import { Scoreboard } from '../../spectate/match/Scoreboard.tsx'

/** The parts of a view that do not change with the scrubber. */
export type ScreenView = Omit<PastView, 'version'>

/** The same screens as for live tournaments. */
export const PastScreen = memo(function PastScreen({ view }: { view: ScreenView }) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const of = use(TitleContext)
  if (!isLoaded) return <Waiting />
  return (
    <TitleContext value={`${words.title} · ${of}`}>
      <ScreenOf view={view} />
    </TitleContext>
  )
})

function ScreenOf({ view: { screen, match, stage } }: { view: ScreenView }) {
  switch (screen) {
    case 'cabinets':
      return <Cabinets />
    case 'referee':
      return <Referee />
    case 'queue':
      return <MatchQueue />
    case 'results':
      return <EditMatchResults rest={[]} name="editMatchResults" />
    case 'public':
      return <Now />
    case 'match':
      return <PastMatch match={match} />
    default:
      return <Section name={screen} rest={stage === null ? null : `${stage}`} />
  }
}

const ignore = () => {}

function Cabinets() {
  const cabinets = useTournamentCabinets()
  if (cabinets.length === 0) return <p className="hint">{words.noCabinets}</p>
  return (
    <div className={grid.grid}>
      {cabinets.map((cabinet) => (
        <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={ignore}>
          <CardQueue cabinet={cabinet.id} />
        </CabinetCard>
      ))}
    </div>
  )
}

/** The referee's controls for every cabinet, one below the other. */
function Referee() {
  const cabinets = useTournamentCabinets()
  if (cabinets.length === 0) return <p className="hint">{words.noCabinets}</p>
  return cabinets.map((cabinet) => <CabinetControls key={cabinet.id} cabinet={cabinet} />)
}

function CabinetControls({ cabinet }: { cabinet: CabinetBody }) {
  const activeMatch = useLiveState((shown) => activeMatchOn(shown.live.rows, cabinet.id))
  const official = use(OfficialContext)
  const match = useOptimisticMatch(
    (activeMatch?.underReview && official(activeMatch.id)) || activeMatch,
  )
  return (
    <Stack component="section" gap="sm" mb="xl" aria-label={cabinet.displayName}>
      <h3>{cabinet.displayName}</h3>
      <ScoreSides cabinet={cabinet} drawn={match} />
      <MatchControls cabinet={cabinet} drawn={match} />
      <NextBar cabinet={cabinet} drawn={match} />
      <LastAction cabinet={cabinet.id} />
    </Stack>
  )
}

/** The page of a match built from rows only, so that it also shows past games. */
function PastMatch({ match: id }: { match: number | null }) {
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

import { roundNameOf, gameWordOf } from '../../core/text/server-words.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { read, rest, rowsPerPage } from '../../core/rest.ts'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import { callsIn } from '../../core/live/calls.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimate } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { matchText } from '../../core/text/spectate/match.ts'
import { Lost, Waiting } from '../../ui/Layout.tsx'
import { Head } from '../page/Head.tsx'
import { Attempts, Leads, Recording } from './MatchFacts.tsx'
import styles from './MatchPage.module.css'
import { WatchedPage } from '../page/WatchedPage.tsx'
import { Scoreboard } from './Scoreboard.tsx'
import { stateOf } from '../page/matches.ts'
import { useCabinetName, useClock, useSpan, useTournamentPage } from '../page/tournament-context.ts'
import { to } from '../../core/addresses.ts'
import { mayOfficiate, useUser } from '../../core/session-user.ts'
import { useEffect, useState } from 'react'
import { standardSentences } from '#events/describe/ruling-sentence.ts'
import { minutes } from '#events/text/durations.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { lazyPart } from '../../hooks/lazy-part.ts'
import type { GameBody } from '../page/reads.ts'
import { useRead } from '../page/useRead.ts'

const ScorePoints = lazyPart(() => import('./ScorePoints.tsx'))
const retryMs = 500
const maxTries = 20

/** One match, live. */
export function MatchPage({ match, ...loaded }: TournamentWithCabinets & { match: number }) {
  return (
    <WatchedPage loaded={loaded}>
      <Loaded id={match} />
    </WatchedPage>
  )
}

function Loaded({ id }: { id: number }) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const match = useLiveState((state) => state.live.rows.match[id])
  if (!isLoaded) return <Waiting />
  if (!match) return <Lost />
  return (
    <>
      <Head
        title={`${text.match.short(match.matchNum)} · ${roundNameOf(match) || match.stageName}`}
      >
        <State match={match} />
      </Head>
      <Scoreboard match={match} />
      {match.underReview && (
        <p className={styles.frozen}>
          <strong>{text.match.frozen}.</strong> {matchText.frozenWhy}
        </p>
      )}
      {match.note && (
        <p className={styles.note}>
          <strong>{text.match.note}:</strong> {match.note}
        </p>
      )}
      <Ruling match={match} />
      <Recording match={match} />
      <ForOfficials match={match} />
      <div className={styles.parts}>
        <Games match={match} />
        <div>
          <Leads match={match} />
          <Attempts match={match} />
        </div>
      </div>
    </>
  )
}

/** The stage and the state of the match: playing, finished, or its estimated start. */
export function State({ match }: { match: MatchRow }) {
  const rows = useLiveState((state) => state.live.rows)
  const estimate = useEstimate(match.id)
  const nameOf = useCabinetName()
  const span = useSpan()
  const { time, zone } = useClock()
  const call = callsIn(rows).get(match.id)
  const cabinet = match.activeCabinet
  const facts = [['', match.stageName].includes(match.roundName) ? null : match.stageName]
  if (match.isComplete) {
    const state = match.underReview ? text.match.over : (stateOf(match) ?? text.match.over)
    const { completedAt: at } = match
    facts.push(at ? `${state}, ${time(at)} ${zone(at)}` : state)
  } else if (cabinet !== null) {
    const state = match.isWarmup ? text.match.warmup : text.match.playing
    facts.push(`${state} ${matchText.on(nameOf(cabinet))}`)
  } else {
    if (call) facts.push(text.match.call(call))
    const when = estimate && `${matchText.estimate} ${span(estimate)} ${zone(estimate.from)}`
    facts.push(when ?? (call ? null : matchText.waits))
    const queue = Object.values(rows.queue).find(({ matches }) => matches.includes(match.id))
    if (queue) facts.push(queue.cabinets.map(nameOf).join(', '))
  }
  return <p className={styles.state}>{facts.filter(Boolean).join(' · ')}</p>
}

type Props = { match: Pick<MatchRow, 'id' | 'protest'> }

/** Links for officials: the timeline of the match, and its protest. */
function ForOfficials({ match: { id, protest } }: Props) {
  const { tournament } = useTournamentPage()
  const may = useUser((user) => mayOfficiate(user, tournament.scene))
  if (!may) return null
  return (
    <nav className={styles.officials} aria-label={matchText.officials}>
      <a href={to.timeline(tournament.id, id)}>{matchText.timeline}</a>
      {protest && (
        <a href={to.admin(tournament.id, `protests/${protest.id}`)}>{matchText.protest}</a>
      )}
    </nav>
  )
}

/** The protest of a match or its ruling. The public sentence is in no frame and read separately. */
function Ruling({ match }: { match: Pick<MatchRow, 'protest' | 'isProvisional'> }) {
  const { protest, isProvisional } = match
  const id = protest?.state === 'ruled' ? protest.id : null
  const [ruling, setRuling] = useState<{ id: number; sentence: string | null } | null>(null)
  useEffect(() => {
    if (id === null) return
    read(rest.get('/api/tournament/protest/:id/', { id })).then(
      ({ sentence }) => setRuling({ id, sentence }),
      () => {},
    )
  }, [id])
  if (protest?.state === 'open') {
    return (
      <p className={styles.frozen}>
        <strong>{text.protest.open}.</strong> {matchText.protestWhy}
      </p>
    )
  }
  // The standard sentence is shown in the page's language.
  const isStandard = protest?.ruling && ruling?.sentence === standardSentences[protest.ruling]
  const written = ruling?.id === id && !isStandard ? ruling?.sentence : null
  return (
    <>
      {isProvisional && <p className={styles.note}>{matchText.provisional}</p>}
      {protest?.ruling && (
        <p className={styles.note}>
          <strong>{matchText.ruling}:</strong> {matchText.said[protest.ruling]}
          {written && ` ${written}`}
        </p>
      )}
    </>
  )
}

/** The games of a match in order. They are in no frame, so they are read again when one changes. */
function Games({ match }: { match: MatchRow }) {
  const gameStates = useLiveState((state) => {
    const own = Object.values(state.live.rows.played).filter((game) => game.match === match.id)
    return own.map(({ game, status }) => `${game} ${status}`).join()
  })
  const finished = gameStates.split(' counted').length + gameStates.split(' warmup').length - 2
  const [tries, setTries] = useState(0)
  const path = rest.get('/api/game/game/', { tournamentMatchId: match.id, rowsPerPage })
  const games = useRead(path, `${gameStates} ${tries}`)
  // The frame with a game's end can arrive before the list of games has it.
  const isBehind = (games ?? []).filter(({ endTime }) => endTime !== null).length < finished
  useEffect(() => {
    if (!isBehind || tries >= maxTries) return
    const timer = setTimeout(() => setTries(tries + 1), retryMs)
    return () => clearTimeout(timer)
  }, [isBehind, tries])
  return (
    <section>
      <h2 className={styles.title}>{matchText.games}</h2>
      <ScorePoints match={match} games={(games ?? []).map(({ gameId }) => gameId)} />
      {games?.length === 0 && (
        <p className={styles.dim}>
          {match.isComplete ? matchText.noneRecorded : matchText.noGames}
        </p>
      )}
      <ol>
        {(games ?? []).map((game, index) => (
          <Game key={game.id} game={game} num={index + 1} />
        ))}
      </ol>
    </section>
  )
}

function Game({ game, num }: { game: GameBody; num: number }) {
  const { time } = useClock()
  const { winningTeam, winCondition, mapName, seconds, isWarmup, endTime } = game
  const facts = [
    mapName && gameWordOf(mapName),
    winCondition && gameWordOf(winCondition),
    seconds === null ? null : minutes(seconds),
    isWarmup && matchText.warmupGame,
  ].filter(Boolean)
  return (
    <li className={styles.game}>
      <a href={to.game(game.id)} className={styles.num}>
        {matchText.game(num)}
      </a>
      {winningTeam === 'blue' || winningTeam === 'gold' ? (
        <TeamSign colour={winningTeam} />
      ) : (
        <span>{endTime === null ? matchText.running : '–'}</span>
      )}
      <span className={styles.facts}>{facts.join(' · ')}</span>
      <span className={styles.where}>
        {matchText.gamesBy(game.cabinet.displayName, time(game.startTime))}
      </span>
    </li>
  )
}

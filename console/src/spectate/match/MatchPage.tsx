import { translate } from '../../core/text/catalogue.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import { callsIn } from '../../core/live/calls.ts'
import { useLiveState } from '../../core/live/context.ts'
import { useEstimate } from '../../hooks/useEstimates.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { matchText } from './text.ts'
import { Lost, Waiting } from '../../ui/Layout.tsx'
import { ForOfficials } from './ForOfficials.tsx'
import { Games } from './Games.tsx'
import { Head } from '../page/Head.tsx'
import { Attempts, Leads, Recording } from './MatchFacts.tsx'
import styles from './MatchPage.module.css'
import { WatchedPage } from '../page/WatchedPage.tsx'
import { Ruling } from './Ruling.tsx'
import { Scoreboard } from './Scoreboard.tsx'
import { stateOf } from '../page/matches.ts'
import { useCabinetName, useClock, useSpan } from '../page/tournament-context.ts'

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
        title={`${text.match.short(match.matchNum)} · ${translate(match.roundName) || match.stageName}`}
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

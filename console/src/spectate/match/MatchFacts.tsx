import { roundNameOf } from '../../core/text/server-words.ts'
import { to } from '../../core/addresses.ts'
import { useEffect, useState } from 'react'
import { sharedText } from '#events/rules/places.ts'
import type { AttemptRow, MatchRow } from '#events/schema/rows.ts'
import { read, rest } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/context.ts'
import type { Tables } from '../../core/live/rows.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { matchText } from '../../core/text/spectate/match.ts'
import styles from './MatchPage.module.css'

/** The place of the loser; losers of one round of a bracket share their place (R-BR-8). */
function placeOfLosers(matches: Tables['match'], { bracket, loserPlace: place }: MatchRow): string {
  const sharing = Object.values(matches).filter(
    (other) => other.bracket === bracket && other.loserPlace === place,
  )
  const shared = { place: place ?? 0, last: (place ?? 0) + sharing.length - 1 }
  return sharedText(shared) ?? `${place}`
}

/** Where the winner and the loser go: to a next match or a final place. */
export function Leads({ match }: { match: MatchRow }) {
  const matches = useLiveState((state) => state.live.rows.match)
  const { winnerToMatch, loserToMatch, winnerPlace, loserPlace } = match
  const matchOf = (id: number | null) => (id === null ? undefined : matches[id])
  const winner = matchOf(winnerToMatch)
  const loser = matchOf(loserToMatch)
  if (!winner && !loser && winnerPlace === null && loserPlace === null) return null
  return (
    <section>
      <h2 className={styles.title}>{matchText.leads}</h2>
      <ul className={styles.leads}>
        {winner ? (
          <Lead words={matchText.winnerTo} next={winner} />
        ) : (
          winnerPlace !== null && <li>{matchText.winnerPlace(`${winnerPlace}`)}</li>
        )}
        {loser ? (
          <Lead words={matchText.loserTo} next={loser} />
        ) : (
          loserPlace !== null && <li>{matchText.loserPlace(placeOfLosers(matches, match))}</li>
        )}
      </ul>
    </section>
  )
}

function Lead({ words, next }: { words: string; next: MatchRow }) {
  return (
    <li>
      {words}{' '}
      <a href={to.match(next.id)}>
        {text.match.short(next.matchNum)} {roundNameOf(next)}
      </a>
    </li>
  )
}

/** Earlier attempts, which no longer count. */
export function Attempts({ match }: { match: MatchRow }) {
  const teams = useLiveState((state) => state.live.rows.team)
  if (match.attempts.length === 0) return null
  return (
    <section>
      <h2 className={styles.title}>{matchText.attempts}</h2>
      <ul className={styles.leads}>
        {match.attempts.map((attempt) => (
          <li key={attempt.attempt}>
            {matchText.attempt(attempt.attempt, attempt.reason)}
            <br />
            <span className={styles.facts}>{scoreOf(attempt, teams)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function scoreOf(attempt: AttemptRow, teams: Tables['team']): string {
  const { blueTeam, goldTeam, blueScore, goldScore, forfeit } = attempt
  const name = (id: number | null) =>
    (id === null ? undefined : teams[id]?.name) ?? text.match.unknown
  const score = text.match.score(name(blueTeam), blueScore, name(goldTeam), goldScore)
  return forfeit ? `${score}, ${text.match.forfeit}` : score
}

/** A link to the match in a recording. It is in no frame, so it is read when the match ends. */
export function Recording({ match: { id, isComplete } }: { match: MatchRow }) {
  const [link, setLink] = useState<string | null>(null)
  useEffect(() => {
    if (!isComplete) return
    read(rest.get('/api/tournament/match/:id/', { id })).then(
      ({ videoLink }) => setLink(videoLink),
      () => {},
    )
  }, [id, isComplete])
  if (link === null) return null
  return (
    <a href={link} rel="noopener noreferrer" className={styles.recording}>
      {matchText.video} <small>{text.match.videoSoon}</small>
    </a>
  )
}

import { roundNameOf } from '../../core/text/server-words.ts'
import { useCallback, useState } from 'react'
import { to } from '../../core/addresses.ts'
import { read, rest } from '../../core/rest.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { clockIn, zoneOf } from '../../core/time/zone.ts'
import { text as shared } from '../../core/text/text.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import { SceneStyle, SceneLogo } from '../../ui/SceneStyle.tsx'
import { TournamentList } from './TournamentList.tsx'
import { NewTournamentLink } from './NewTournamentLink.tsx'
import home from './Home.module.css'
import styles from './ScenePage.module.css'
import { Markdown } from '../page/LazyMarkdown.tsx'
import type { sceneHome } from '../page/reads.ts'
import { sceneText } from '../../core/text/spectate/home.ts'
import { groupByTime } from './group-by-time.ts'

type SceneHome = Awaited<ReturnType<typeof sceneHome>>
const refreshMs = 15_000

/** The page of a scene in its look: running and coming tournaments, current matches, winners. */
export function ScenePage({ scene, tournaments, matches, winners }: SceneHome) {
  const [today] = useState(() => clockIn(zoneOf([])).day(new Date()))
  const parts = groupByTime(tournaments, today)
  return (
    <div className={home.page}>
      <title>{shared.title(scene.displayName)}</title>
      <SceneStyle scene={scene} />
      <header className={styles.head}>
        <SceneLogo scene={scene} className={styles.logo} />
        <h1>{scene.displayName}</h1>
      </header>
      <Markdown source={scene.description} />
      <NewTournamentLink scene={scene} />
      {tournaments.length === 0 && <p className="empty">{sceneText.none}</p>}
      <Playing scene={scene.id} first={matches} />
      {(['running', 'coming', 'past'] as const).map(
        (part) =>
          parts[part].length > 0 && (
            <section key={part} className={styles.part}>
              <h2>{sceneText[part]}</h2>
              <TournamentList tournaments={parts[part]} winners={winners} />
            </section>
          ),
      )}
      <p>
        <a
          className="touch"
          href={rest.get('/api/tournament/scene/:id/calendar.ics', { id: scene.id })}
        >
          {text.calendar}
        </a>
      </p>
    </div>
  )
}

function Playing({ scene, first }: { scene: number; first: SceneHome['matches'] }) {
  const load = useCallback(
    () => read(rest.get('/api/tournament/scene/:id/playing/', { id: scene })),
    [scene],
  )
  const { answer } = usePolled(load, { everyMs: refreshMs })
  const matches = answer?.matches ?? first
  if (matches.length === 0) return null
  return (
    <section className={styles.part}>
      <h2>{text.landing.playing}</h2>
      <ul className={home.list}>
        {matches.map((match) => (
          <li key={match.id}>
            <a href={to.match(match.id)} className={styles.match}>
              <span className="hint">
                {[match.cabinet, match.isWarmup ? text.match.warmup : roundNameOf(match)]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <Side colour="blue" name={match.blueTeam} score={match.blueScore} />
              <Side colour="gold" name={match.goldTeam} score={match.goldScore} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

type SideProps = { colour: 'blue' | 'gold'; name: string | null; score: number }

function Side({ colour, name, score }: SideProps) {
  return (
    <span className={styles.side} data-colour={colour}>
      <span dir="auto">{name ?? text.match.unknown}</span>
      <strong>{score}</strong>
    </span>
  )
}

import { useState } from 'react'
import { rest } from '../../core/rest.ts'
import { publicText as text } from '../../core/text/public.ts'
import { TournamentList } from './TournamentList.tsx'
import { NewTournamentLink } from './NewTournamentLink.tsx'
import home from './Home.module.css'
import { Markdown } from '../frame/LazyMarkdown.tsx'
import type { sceneNamed } from '../frame/reads.ts'
import { byTime } from './scene-order.ts'

/** The tournaments of a scene: what runs, what comes, what was. */
export function ScenePage({ scene, tournaments }: Awaited<ReturnType<typeof sceneNamed>>) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  const parts = byTime(tournaments, today)
  return (
    <div className={home.page}>
      <h1>{scene.displayName}</h1>
      <Markdown source={scene.description} />
      <p>
        <a href={rest.get('/api/tournament/scene/:id/calendar.ics', { id: scene.id })}>
          {text.calendar}
        </a>
      </p>
      <NewTournamentLink scene={scene} />
      {tournaments.length === 0 && <p className="empty">{text.scene.none}</p>}
      {(['running', 'coming', 'past'] as const).map(
        (part) =>
          parts[part].length > 0 && (
            <section key={part}>
              <h2>{text.scene[part]}</h2>
              <TournamentList tournaments={parts[part]} />
            </section>
          ),
      )}
    </div>
  )
}

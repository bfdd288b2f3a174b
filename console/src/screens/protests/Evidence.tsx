import { Button } from '@mantine/core'
import { isDone, useFresh } from '../../parts/useFresh.ts'
import { to } from '../../addresses.ts'
import { protests } from '../../text/protests.ts'
import { text } from '../../text.ts'
import { Waiting } from '../Frame.tsx'
import { protestPath } from './papers.ts'
import type { ProtestPaper } from './papers.ts'
import styles from './Protests.module.css'

type Score = { blueScore: number; goldScore: number }
type Action = {
  source: 'person' | 'key' | 'service'
  version: number
  at: string
  clientTime: string | null
  device: string | null
  byName: string | null
  text: string
  before: Score | null
  after: Score | null
}
type Said = {
  source: 'cabinet'
  kind: keyof typeof protests.evidence.kinds
  cabinet: number
  at: string
  takenAt: string | null
  winningTeam: string | null
  kills: number
  berries: number
}
type Bundle = {
  cabinets: { id: number; name: string }[]
  timeline: (Action | Said)[]
  games: {
    id: number | null
    gameId: string
    mapName: string | null
    winningTeam: string | null
    winCondition: string | null
    status: string
    videoLinks: string[]
  }[]
  connectionGaps: { cabinet: number; from: string; to: string | null }[]
  head: { version: number; chain: string }
}
const words = protests.evidence
const clock = (at: string | null) => (at === null ? '' : text.time(new Date(at)))

/** All that is known, put together by itself (R-DI-3); to be taken away as a file, too. */
export function Evidence({ protest }: { protest: ProtestPaper }) {
  const path = protestPath(protest.id, 'evidence')
  const { answer: bundle, hasFailed } = useFresh<Bundle>(path, isDone)
  return (
    <section className={styles.section}>
      <h2>{words.title}</h2>
      <div className={styles.row}>
        <Button
          component="a"
          href={`${path}?form=html`}
          download
          variant="default"
          className={styles.button}
        >
          {words.html}
        </Button>
        <Button component="a" href={path} download variant="default" className={styles.button}>
          {words.json}
        </Button>
      </div>
      {bundle ? (
        <Inside bundle={bundle} />
      ) : hasFailed ? (
        <p role="alert">{words.failed}</p>
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function Inside({ bundle }: { bundle: Bundle }) {
  const named = (id: number) => bundle.cabinets.find((one) => one.id === id)?.name ?? `${id}`
  return (
    <>
      <Games games={bundle.games} />
      <h3>{words.gaps}</h3>
      {bundle.connectionGaps.length === 0 ? (
        <p className={styles.lead}>{words.noGaps}</p>
      ) : (
        <ul className={styles.list}>
          {bundle.connectionGaps.map(({ cabinet, from, to: end }) => (
            <li key={`${cabinet} ${from}`}>
              {words.gap(named(cabinet), clock(from), end ? clock(end) : words.still)}
            </li>
          ))}
        </ul>
      )}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.timeline}>
        <table className={`${styles.table} ${styles.timeline}`}>
          <caption>{words.timeline}</caption>
          <thead>
            <tr>
              {[words.when, words.own, words.who, words.what, words.score].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bundle.timeline.map((entry, index) => (
              <Entry key={index} entry={entry} named={named} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.lead}>
        {words.hash(bundle.head.version)} <span className={styles.hash}>{bundle.head.chain}</span>
      </p>
    </>
  )
}

function Games({ games }: Pick<Bundle, 'games'>) {
  if (games.length === 0) return <p className={styles.lead}>{words.noGames}</p>
  return (
    <>
      <h3>{words.games}</h3>
      <ol className={styles.list}>
        {games.map(
          ({ id, gameId, mapName, winningTeam, winCondition, status, videoLinks }, index) => (
            <li key={gameId}>
              {[words.game(index + 1), mapName, winningTeam, winCondition, status]
                .filter(Boolean)
                .join(', ')}{' '}
              {id !== null && (
                <a href={to.game(id)} className={styles.link}>
                  {words.replay}
                </a>
              )}{' '}
              {videoLinks.map((url) => (
                <a key={url} href={url} rel="noopener noreferrer" className={styles.link}>
                  {words.video}
                </a>
              ))}
            </li>
          ),
        )}
      </ol>
    </>
  )
}

function Entry({ entry, named }: { entry: Action | Said; named: (id: number) => string }) {
  if (entry.source === 'cabinet') {
    const { kind, winningTeam, kills, berries } = entry
    const told = [
      words.kinds[kind],
      winningTeam,
      kills > 0 ? words.after(kills) : null,
      berries > 0 ? words.berries(berries) : null,
    ]
    return (
      <tr className={styles.said}>
        <td className={styles.time}>{clock(entry.takenAt)}</td>
        <td className={styles.time}>{clock(entry.at)}</td>
        <td>{named(entry.cabinet)}</td>
        <td>{told.filter(Boolean).join(', ')}</td>
        <td />
      </tr>
    )
  }
  const { at, clientTime, byName, device, source, before, after } = entry
  const score = (one: Score | null) => (one ? `${one.blueScore}-${one.goldScore}` : '')
  const isMoved = before !== null && after !== null && score(before) !== score(after)
  return (
    <tr>
      <td className={styles.time}>{clock(at)}</td>
      <td className={styles.time}>{clock(clientTime)}</td>
      <td>{[byName ?? source, device].filter(Boolean).join(', ')}</td>
      <td>{entry.text}</td>
      <td className={styles.time}>{isMoved ? `${score(before)} → ${score(after)}` : ''}</td>
    </tr>
  )
}

import '@mantine/core/styles/Table.layer.css'
import { Button, Table } from '@mantine/core'
import { hasNewVersion, useVersioned } from '../../query/useVersioned.ts'
import { to } from '../../core/addresses.ts'
import { protests } from '../../core/text/officiate/protests.ts'
import { timeline as timelineText } from '../../core/text/officiate/results.ts'
import { useZone } from '../../hooks/useZone.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import { clocksIn } from '../timeline/days.ts'
import { timelineWords } from '../timeline/timeline-words.ts'
import type { TimelineEvent } from '../timeline/useTimeline.ts'
import { Waiting } from '../../ui/Layout.tsx'
import type { ProtestBody } from './protest-body.ts'
import styles from './Protests.module.css'
import { rest } from '../../core/rest.ts'
import type { Address } from '../../core/rest.ts'

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
  leftOut: number
}
type CabinetStatement = TimelineEvent & { source: 'cabinet' }
type Bundle = {
  cabinets: { id: number; name: string }[]
  timeline: (Action | CabinetStatement)[]
  games: {
    id: number | null
    gameId: string
    mapName: string | null
    winningTeam: string | null
    winCondition: string | null
    status: keyof typeof protests.evidence.status
    videoLinks: string[]
  }[]
  connectionGaps: { cabinet: number; from: string; to: string | null }[]
  head: { version: number; chain: string }
}
const words = protests.evidence
type Clock = (at: string | null) => string

/** The evidence for a protest, collected by the server; it can be downloaded as a file (R-DI-3). */
export function Evidence({ protest }: { protest: ProtestBody }) {
  const { id } = protest
  // In the API's schema the answer is a file, so that its type is given here.
  const path = rest.get('/api/tournament/protest/:id/evidence/', { id }) as Address<unknown>
  const { answer: bundle, error } = useVersioned(path as Address<Bundle>, hasNewVersion)
  return (
    <section className={styles.section}>
      <h2>{words.title}</h2>
      <div className={styles.row}>
        <Button
          component="a"
          href={rest.get('/api/tournament/protest/:id/evidence/', { id, form: 'html' })}
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
        <BundleView bundle={bundle} match={protest.match} />
      ) : error ? (
        <p role="alert">{words.failed}</p>
      ) : (
        <Waiting />
      )}
    </section>
  )
}

function BundleView({ bundle, match }: { bundle: Bundle; match: number }) {
  const zone = useZone()
  const clocks = clocksIn(zone)
  const clock: Clock = (at) => (at === null ? '' : clocks.clock(at))
  const [first, last] = [bundle.timeline.at(0), bundle.timeline.at(-1)]
  const days = first && last && words.days(clocks.dayOf(first.at), clocks.dayOf(last.at))
  const cabinetName = (id: number) =>
    bundle.cabinets.find((cabinet) => cabinet.id === id)?.name ?? `${id}`
  return (
    <>
      <Games games={bundle.games} />
      <h3>{words.gaps}</h3>
      {bundle.connectionGaps.length === 0 ? (
        <p className="dim">{words.noGaps}</p>
      ) : (
        <ul className="marked">
          {bundle.connectionGaps.map(({ cabinet, from, to: end }) => (
            <li key={`${cabinet} ${from}`}>
              {words.gap(cabinetName(cabinet), clock(from), end ? clock(end) : words.still)}
            </li>
          ))}
        </ul>
      )}
      {days && <p className="dim">{words.times(zone, days)}</p>}
      <div className="scroll" tabIndex={0} role="region" aria-label={words.timeline}>
        <Table captionSide="top" className={styles.timeline}>
          <Table.Caption ta="start">{words.timeline}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              {[words.when, words.what, words.score, words.who, words.own].map((head) => (
                <Table.Th key={head} scope="col">
                  {head}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bundle.timeline.map((entry, index) => (
              <Entry key={index} {...{ entry, cabinetName, clock, match }} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <p className="dim">
        {words.hash(bundle.head.version)} <span className={styles.hash}>{bundle.head.chain}</span>
      </p>
    </>
  )
}

function Games({ games }: Pick<Bundle, 'games'>) {
  if (games.length === 0) return <p className="dim">{words.noGames}</p>
  return (
    <>
      <h3>{words.games}</h3>
      <ol className="marked">
        {games.map(
          ({ id, gameId, mapName, winningTeam, winCondition, status, videoLinks }, index) => (
            <li key={gameId}>
              {words.game(index + 1, gameText({ mapName, winningTeam, winCondition, status }))}{' '}
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

type GameSummary = Pick<
  Bundle['games'][number],
  'mapName' | 'winningTeam' | 'winCondition' | 'status'
>

/** `Gold won (military), on Day` */
function gameText({ mapName, winningTeam, winCondition, status }: GameSummary): string {
  const isWon = winningTeam !== null
  const won = isWon ? timelineText.moment.victory(winningTeam, winCondition) : null
  return [won, mapName && words.on(mapName), words.status[status]].filter(Boolean).join(', ')
}

type EntryProps = {
  entry: Action | CabinetStatement
  match: number
  cabinetName: (id: number) => string
  clock: Clock
}

function Entry({ entry, match, cabinetName, clock }: EntryProps) {
  if (entry.source === 'cabinet') {
    return (
      <Table.Tr c="dimmed">
        <Table.Td className="nowrap">{clock(entry.takenAt)}</Table.Td>
        <Table.Td>{timelineWords(entry)}</Table.Td>
        <Table.Td />
        <Table.Td>{cabinetName(entry.cabinet)}</Table.Td>
        <Table.Td className="nowrap">{clock(entry.at)}</Table.Td>
      </Table.Tr>
    )
  }
  const { at, clientTime, byName, device, source, before, after, version, leftOut } = entry
  const scoreText = (score: Score | null) => (score ? `${score.blueScore}-${score.goldScore}` : '')
  const isMoved = before !== null && after !== null && scoreText(before) !== scoreText(after)
  const origin = source === 'service' ? null : device
  return (
    <>
      <Table.Tr>
        <Table.Td className="nowrap">{clock(at)}</Table.Td>
        <Table.Td>
          {entry.text}{' '}
          <AdminLink to="timeline" search={{ match }} hash={`v${version}`} className={styles.step}>
            {words.step(version)}
          </AdminLink>
        </Table.Td>
        <Table.Td className="nowrap">
          {isMoved ? `${scoreText(before)} → ${scoreText(after)}` : ''}
        </Table.Td>
        <Table.Td>{[byName ?? source, origin].filter(Boolean).join(', ')}</Table.Td>
        <Table.Td className="nowrap">{clock(clientTime)}</Table.Td>
      </Table.Tr>
      {leftOut > 0 && (
        <Table.Tr c="dimmed">
          <Table.Td />
          <Table.Td colSpan={4}>{timelineText.leftOutAfter(leftOut)}</Table.Td>
        </Table.Tr>
      )}
    </>
  )
}

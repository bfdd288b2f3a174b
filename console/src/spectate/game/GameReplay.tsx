import { useEffect, useMemo, useLayoutEffect, useRef, useState, memo } from 'react'
import { mapOf, mapName, colourOf } from '#events/game/map/field.ts'
import {
  stateAt,
  openReplay,
  scoreAt,
  scoresOf,
  storyOf,
  jumpKinds,
  statsOf,
} from '#events/game/game-replay.ts'
import type { StoryEvent, Jump, TimedGameEvent, ReplayState } from '#events/game/game-replay.ts'
import { minutes } from '#events/text/durations.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { Bar, stepMs } from './Bar.tsx'
import { Field } from './Field.tsx'
import styles from './GameReplay.module.css'
import { ScoreLines } from './ScoreLines.tsx'
import { TeamState } from './TeamState.tsx'
import type { Teams } from './TeamState.tsx'
import { Story } from './Story.tsx'
import { usePlayer } from './usePlayer.ts'
import type { Player } from './usePlayer.ts'
import { nextStoryEvent, previousStoryEvent } from './story-search.ts'
import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { TeamSign } from '../../ui/TeamSign.tsx'
import { columns, tableOf } from './stats-table.ts'

/** The statistics of each position over the whole game. */
const GameStats = memo(function GameStats({ last }: { last: ReplayState }) {
  const rows = tableOf(statsOf(last.state))
  return (
    <section>
      <h2 className={styles.title}>{text.stats}</h2>
      <div className="scroll" tabIndex={0} role="region" aria-label={text.statsCaption}>
        <table className={styles.table}>
          <caption className="unseen">{text.statsCaption}</caption>
          <thead>
            <tr>
              <th scope="col">{text.columns.position}</th>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {text.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ position, cells }) => (
              <tr key={position}>
                <th scope="row">
                  <span className={styles.position}>
                    <TeamSign colour={colourOf(position)} /> {text.plain(position)}
                  </span>
                </th>
                {columns.map((column) => (
                  <td key={column}>{cells[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="hint">{text.statsRules}</p>
    </section>
  )
})

const pollMs = 5_000

type Props = {
  game: number
  /** where to open the replay, in seconds since the start of the game */
  at?: number
  /** the names of the teams by colour, if known */
  teams?: Teams
}

/** The replay of a game: drawn on its map from the cabinet's events, at any moment. */
export default function GameReplay({ game, at = 0, teams = { blue: null, gold: null } }: Props) {
  const events = useEvents(game)
  if (events.state === 'waiting') return <Waiting />
  if (events.state === 'failed') return <p role="alert">{text.unread}</p>
  if (events.gameEvents.length === 0) return <p>{text.noEvents}</p>
  return <Replay events={events} at={at} teams={teams} key={game} />
}

function Replay({ events, at, teams }: { events: GameEvents; at: number; teams: Teams }) {
  const { gameEvents, isOver } = events
  const replay = useMemo(() => openReplay(gameEvents), [gameEvents])
  const storyEvents = useMemo(() => storyOf(replay), [replay])
  const scores = useMemo(() => scoresOf(replay), [replay])
  const { endMs, last } = replay
  const player = usePlayer(endMs, at * 1000)
  const { ms, isPlaying } = player
  useKeys(player, storyEvents)
  useAddress(ms, isPlaying)
  const moment = stateAt(replay, ms)
  const { cabinetMap, goldOnLeft } = moment.state
  const sides = goldOnLeft ? (['gold', 'blue'] as const) : (['blue', 'gold'] as const)
  const { winningTeam, winCondition } = last.state
  return (
    <section aria-label={text.replay} className={styles.replay}>
      <p className={styles.won}>
        {winningTeam ? text.won(winningTeam, winCondition) : isOver ? text.noResult : text.running}
      </p>
      <div className={styles.stage} dir="ltr">
        {sides.map((colour) => (
          <TeamState key={colour} colour={colour} moment={moment} ms={ms} team={teams[colour]} />
        ))}
        <div className={styles.middle}>
          <Field moment={moment} ms={ms} />
          {moment.isGap && <p className={styles.note}>{text.gap}</p>}
          {!mapOf(cabinetMap)?.holes.length && (
            <p className={styles.note}>{text.unknownMap(mapName(cabinetMap))}</p>
          )}
          <Bar player={player} endMs={endMs} storyEvents={storyEvents} />
          <p className={styles.keys}>{text.keys}</p>
          <details className={styles.legend}>
            <summary>{text.signs}</summary>
            <p>{text.legend}</p>
          </details>
          <LiveRegion words={isPlaying ? '' : spokenOf(ms, scoreAt(moment, ms))} />
        </div>
      </div>
      <div className={styles.parts}>
        <Story storyEvents={storyEvents} ms={ms} seek={player.seek} />
        <ScoreLines scores={scores} endMs={endMs} ms={ms} />
      </div>
      <GameStats last={last} />
    </section>
  )
}

/** Announces the state while playback is paused; during playback it would never stop. */
function LiveRegion({ words }: { words: string }) {
  return (
    <p role="status" className="unseen">
      {words}
    </p>
  )
}

function spokenOf(ms: number, { berries, lives }: ReturnType<typeof scoreAt>): string {
  return [
    minutes(ms / 1000),
    text.linesOf(text.berries, `${berries.blue}`, `${berries.gold}`),
    text.linesOf(text.lives, `${lives.blue}`, `${lives.gold}`),
  ].join('. ')
}

/** Keeps the time of paused playback in the address, so that a copied link opens it there. */
function useAddress(ms: number, isPlaying: boolean): void {
  useEffect(() => {
    if (isPlaying) return
    const { pathname } = location
    // Delayed, because browsers limit how often an address may change.
    const timer = setTimeout(() => {
      if (location.pathname !== pathname) return
      const search = ms === 0 ? '' : `?at=${Math.round(ms / 100) / 10}`
      history.replaceState(history.state, '', pathname + search + location.hash)
    }, 300)
    return () => clearTimeout(timer)
  }, [ms, isPlaying])
}

const spaceTargets = 'button, a, summary, input:not([type="range"]), select, textarea'
const arrowTargets = 'input:not([type="range"]), select, textarea, [tabindex="0"]'
const isJump = ({ kind }: StoryEvent) => jumpKinds.includes(kind as Jump)

/** Space and arrow keys control the playback, unless the focused element uses these keys itself. */
function useKeys(player: Player, storyEvents: readonly StoryEvent[]): void {
  const latest = useRef({ player, storyEvents })
  // A layout effect, so that the keys work as soon as the replay is painted.
  useLayoutEffect(() => {
    latest.current = { player, storyEvents }
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof Element)) return
      const isTaken = target.closest(key === ' ' ? spaceTargets : arrowTargets) !== null
      if (!isTaken && handleKey(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

type Latest = { player: Player; storyEvents: readonly StoryEvent[] }

function handleKey(
  { key, shiftKey, repeat }: KeyboardEvent,
  { player, storyEvents }: Latest,
): boolean {
  const { ms, seek, toggle } = player
  if (key === ' ') {
    if (!repeat) toggle()
    return true
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  const isBack = key === 'ArrowLeft'
  if (!shiftKey) seek(ms + (isBack ? -stepMs : stepMs))
  else
    seek(
      (isBack
        ? previousStoryEvent(storyEvents, ms, isJump)
        : nextStoryEvent(storyEvents, ms, isJump)
      )?.ms ?? ms,
    )
  return true
}

type EventsBody = Answer<'/api/game/game/:id/events/'>
type GameEvents = { isOver: boolean; gameEvents: TimedGameEvent[] }
type ReadState = { state: 'waiting' } | { state: 'failed' } | ({ state: 'read' } & GameEvents)

/** The events of a game, polled while it is being played. */
function useEvents(game: number): ReadState {
  const [state, setState] = useState<ReadState>({ state: 'waiting' })
  useEffect(() => {
    let isLatest = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const poll = async () => {
      const path = rest.get('/api/game/game/:id/events/', { id: game })
      const body = await read(path).catch(() => null)
      if (!isLatest) return
      setState((before) => (body ? { state: 'read', ...eventsOf(body) } : keepOrFail(before)))
      if (!body?.isOver) timer = setTimeout(() => void poll(), pollMs)
    }
    void poll()
    return () => {
      isLatest = false
      clearTimeout(timer)
    }
  }, [game])
  return state
}

function keepOrFail(before: ReadState): ReadState {
  return before.state === 'read' ? before : { state: 'failed' }
}

function eventsOf({ isOver, events }: EventsBody): GameEvents {
  return { isOver, gameEvents: events.map(([ms, type, values]) => ({ ms, type, values })) }
}

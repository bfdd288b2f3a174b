import { jumpKinds } from '#events/game/game-replay.ts'
import type { StoryEvent, Jump } from '#events/game/game-replay.ts'
import { minutes } from '#events/text/durations.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import { nextStoryEvent, previousStoryEvent } from './story-search.ts'
import styles from './Bar.module.css'
import { speeds } from './usePlayer.ts'
import type { Player } from './usePlayer.ts'

export const stepMs = 5_000
type Props = { player: Player; endMs: number; storyEvents: readonly StoryEvent[] }

/** The playback controls. */
export function Bar({ player, endMs, storyEvents }: Props) {
  const { ms, seek } = player
  const at = minutes(ms / 1000)
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <button
          type="button"
          className={styles.play}
          aria-keyshortcuts="Space"
          onClick={player.toggle}
        >
          {player.isPlaying ? text.pause : text.play}
        </button>
        <button type="button" className={styles.button} onClick={() => seek(ms - stepMs)}>
          {text.back(stepMs / 1_000)}
        </button>
        <button type="button" className={styles.button} onClick={() => seek(ms + stepMs)}>
          {text.on(stepMs / 1_000)}
        </button>
        <span className={styles.clock}>
          {at} <span className={styles.of}>/ {minutes(endMs / 1000)}</span>
        </span>
      </div>
      <input
        type="range"
        className={styles.slider}
        aria-label={text.at}
        aria-valuetext={text.atValue(at, minutes(endMs / 1000))}
        min={0}
        max={Math.max(1, endMs)}
        step={sliderStepMs}
        value={ms}
        onChange={({ currentTarget: { value } }) => seek(snapToEnd(Number(value), endMs))}
      />
      <div className={styles.row}>
        {jumpKinds.map((jump) => (
          <Jumps key={jump} jump={jump} storyEvents={storyEvents} player={player} />
        ))}
        <Speeds player={player} />
      </div>
    </div>
  )
}

/** A slider stops at whole steps, which the end hardly ever is: the last step goes to the end. */
function snapToEnd(ms: number, endMs: number): number {
  return ms > endMs - sliderStepMs ? endMs : ms
}
const sliderStepMs = 100

type JumpProps = { jump: Jump; storyEvents: readonly StoryEvent[]; player: Player }

function Jumps({ jump, storyEvents, player: { ms, seek } }: JumpProps) {
  const isKind = (storyEvent: StoryEvent) => storyEvent.kind === jump
  const [last, next] = [
    previousStoryEvent(storyEvents, ms, isKind),
    nextStoryEvent(storyEvents, ms, isKind),
  ]
  return (
    <div className={`${styles.group} ${styles.jumps}`} role="group" aria-label={text.jumps[jump]}>
      <button
        type="button"
        className={styles.button}
        aria-label={text.before(jump)}
        aria-disabled={!last || undefined}
        onClick={() => last && seek(last.ms)}
      >
        ‹
      </button>
      <span className={styles.jump} aria-hidden="true">
        {text.jumps[jump]}
      </span>
      <button
        type="button"
        className={styles.button}
        aria-label={text.after(jump)}
        aria-disabled={!next || undefined}
        onClick={() => next && seek(next.ms)}
      >
        ›
      </button>
    </div>
  )
}

function Speeds({ player: { speed, setSpeed } }: { player: Player }) {
  return (
    <div className={styles.group} role="group" aria-label={text.speed}>
      {speeds.map((option) => (
        <button
          key={option}
          type="button"
          className={styles.button}
          aria-pressed={option === speed}
          onClick={() => setSpeed(option)}
        >
          {text.times(option)}
        </button>
      ))}
    </div>
  )
}

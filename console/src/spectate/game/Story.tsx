import { memo, useEffect, useRef, useState } from 'react'
import { countAt } from '#events/game/game-replay.ts'
import type { StoryEvent } from '#events/game/game-replay.ts'
import { famineSeconds } from '#events/game/map/field.ts'
import { minutes } from '#events/text/durations.ts'
import { replayText as text } from '../../core/text/spectate/replay.ts'
import styles from './Story.module.css'

const kinds = {
  all: () => true,
  kill: ({ kind }) => kind === 'kill',
  berry: ({ kind }) => kind === 'berry',
  gate: ({ kind }) => kind === 'gate',
  snail: ({ kind }) => ['on', 'off', 'escape', 'eat'].includes(kind),
} satisfies Record<string, (storyEvent: StoryEvent) => boolean>
type Kind = keyof typeof kinds

type Props = { storyEvents: readonly StoryEvent[]; ms: number; seek: (ms: number) => void }

/** The events of the game as a list; each entry jumps to its moment. */
export function Story({ storyEvents, ms, seek }: Props) {
  const [kind, setKind] = useState<Kind>('all')
  const visible = kind === 'all' ? storyEvents : storyEvents.filter(kinds[kind])
  return (
    <section className={styles.story}>
      <div className={styles.head}>
        <h2>{text.story}</h2>
        <label className={styles.show}>
          {text.show}
          <select
            value={kind}
            onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
          >
            <option value="all">{text.all}</option>
            {(['kill', 'berry', 'gate', 'snail'] as const).map((name) => (
              <option key={name} value={name}>
                {text.kinds[name]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {visible.length === 0 && <p className="dim">{text.nothing}</p>}
      <StoryEvents
        storyEvents={visible}
        current={countAt(visible, ms) - 1}
        seek={seek}
        key={kind}
      />
    </section>
  )
}

type StoryEventsProps = {
  storyEvents: readonly StoryEvent[]
  current: number
  seek: (ms: number) => void
}

const StoryEvents = memo(function StoryEvents({ storyEvents, current, seek }: StoryEventsProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const [box, row] = [list.current, list.current?.children[current]]
    if (!box || !(row instanceof HTMLElement)) return
    // Scrolls only the list, not the page.
    box.scrollTop = row.offsetTop - box.clientHeight / 2
  }, [current])
  return (
    <ol className={styles.storyEvents} ref={list} tabIndex={0} aria-label={text.story}>
      {storyEvents.map((storyEvent, index) => (
        <li key={index} data-kind={storyEvent.kind}>
          <button
            type="button"
            className={styles.storyEvent}
            aria-current={index === current ? 'time' : undefined}
            onClick={() => seek(storyEvent.ms)}
          >
            <span className="dim">{minutes(storyEvent.ms / 1000)}</span>
            <span>{text.storyEvent(storyEvent, famineSeconds)}</span>
          </button>
        </li>
      ))}
    </ol>
  )
})

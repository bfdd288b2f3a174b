import { useLayoutEffect, useRef } from 'react'
import type { StoryEvent, Jump } from '../../../../events/game/game-replay.ts'
import { jumpKinds } from '../../../../events/game/game-replay.ts'
import { stepMs } from './Bar.tsx'
import { nextStoryEvent, previousStoryEvent } from './story-search.ts'
import type { Player } from './usePlayer.ts'

const spaceTargets = 'button, a, summary, input:not([type="range"]), select, textarea'
const arrowTargets = 'input:not([type="range"]), select, textarea, [tabindex="0"]'
const isJump = ({ kind }: StoryEvent) => jumpKinds.includes(kind as Jump)

/** Space and arrow keys control the playback, unless the focused element uses these keys itself. */
export function useKeys(player: Player, storyEvents: readonly StoryEvent[]): void {
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

import { useLayoutEffect, useRef } from 'react'
import type { Beat, Jump } from '../../../../events/game/game-replay.ts'
import { jumps } from '../../../../events/game/game-replay.ts'
import { stepMs } from './Bar.tsx'
import { after, before } from './jumping.ts'
import type { Player } from './usePlayer.ts'

const controls = 'button, a, summary, input:not([type="range"]), select, textarea'
const scrolling = 'input:not([type="range"]), select, textarea, [tabindex="0"]'
const isJump = ({ kind }: Beat) => jumps.includes(kind as Jump)

/** Space and arrows move the moment from anywhere on the page but where they mean something else. */
export function useKeys(player: Player, beats: readonly Beat[]): void {
  const latest = useRef({ player, beats })
  // Whoever sees the moment may press: the keys are there before it is painted.
  useLayoutEffect(() => {
    latest.current = { player, beats }
  })
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (defaultPrevented || altKey || ctrlKey || metaKey || !(target instanceof Element)) return
      const isUsed = target.closest(key === ' ' ? controls : scrolling) !== null
      if (!isUsed && move(event, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

type Latest = { player: Player; beats: readonly Beat[] }

function move({ key, shiftKey, repeat }: KeyboardEvent, { player, beats }: Latest): boolean {
  const { ms, seek, toggle } = player
  if (key === ' ') {
    if (!repeat) toggle()
    return true
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  const isBack = key === 'ArrowLeft'
  if (!shiftKey) seek(ms + (isBack ? -stepMs : stepMs))
  else seek((isBack ? before(beats, ms, isJump) : after(beats, ms, isJump))?.ms ?? ms)
  return true
}

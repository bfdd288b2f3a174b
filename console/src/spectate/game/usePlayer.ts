import { useCallback, useEffect, useState } from 'react'

export const speeds = [0.5, 1, 2, 4, 8] as const
type Speed = (typeof speeds)[number]
export type Player = {
  ms: number
  isPlaying: boolean
  speed: Speed
  setSpeed: (speed: Speed) => void
  seek: (ms: number) => void
  toggle: () => void
}

const reducedMotionStepMs = 1_000

/** The playback of a replay: its time, state and speed. With reduced motion it moves in steps. */
export function usePlayer(endMs: number, fromMs: number): Player {
  const [ms, setMs] = useState(() => clamp(fromMs, endMs))
  const [isPlaying, setPlaying] = useState(false)
  const [speed, setSpeed] = useState<Speed>(1)
  useEffect(() => {
    if (!isPlaying) return
    const stepMs = matchMedia('(prefers-reduced-motion: reduce)').matches ? reducedMotionStepMs : 0
    let last = performance.now()
    let frame = requestAnimationFrame(function tick(now) {
      frame = requestAnimationFrame(tick)
      if (now - last < stepMs) return
      const passed = (now - last) * speed
      last = now
      setMs((before) => Math.min(endMs, before + passed))
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying, speed, endMs])
  if (isPlaying && ms >= endMs) setPlaying(false)
  const seek = useCallback((to: number) => setMs(clamp(to, endMs)), [endMs])
  const toggle = () => {
    // At the end, playing starts from the beginning.
    if (!isPlaying && ms >= endMs) setMs(0)
    setPlaying(!isPlaying)
  }
  return { ms, isPlaying, speed, setSpeed, seek, toggle }
}

function clamp(ms: number, endMs: number): number {
  return Math.min(Math.max(0, ms), endMs)
}

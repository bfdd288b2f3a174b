import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { venue as text } from '../core/text/display/venue.ts'
import { Waiting } from './Waiting.tsx'
import styles from './board/Board.module.css'
import { reloadSafely } from './auto-reload.ts'
import { useAutoReload } from './useAutoReload.ts'
import { usePolled } from '../hooks/usePolled.ts'
import { loadDisplayTarget } from './display-target.ts'
import type { DisplayContent } from './display-target.ts'

const pollMs = 5_000
const always = () => true

/** A display that officials control: it polls what to show; until claimed, its code (ux 45). */
export function ControlledDisplay({ children }: { children: (role: DisplayContent) => ReactNode }) {
  const { answer: target } = usePolled(loadDisplayTarget, { everyMs: pollMs })
  const firstVersion = useRef<number | null>(null)
  const version = target?.version ?? null
  useEffect(() => {
    if (version === null) return
    firstVersion.current ??= version
    if (firstVersion.current !== version) void reloadSafely()
  }, [version])
  const isOverlay = target?.role?.name === 'overlay'
  useEffect(() => {
    document.documentElement.dataset['display'] = isOverlay ? 'overlay' : 'board'
  }, [isOverlay])
  if (!target) return <Waiting />
  if (target.role) return children(target.role)
  if (target.isClaimed) return <Idle title={target.name} hint={text.claimedHint} />
  return (
    <main className={styles.waiting}>
      <Idle title={text.code} hint={text.codeHint}>
        <p className={styles.code}>{target.code}</p>
      </Idle>
    </main>
  )
}

type IdleProps = { title: string; hint: string; children?: ReactNode }

function Idle({ title, hint, children }: IdleProps) {
  useAutoReload(always)
  if (!children) return <Waiting title={title} hint={hint} />
  return (
    <>
      <h1>{title}</h1>
      {children}
      <p>{hint}</p>
    </>
  )
}

import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { venue as text } from '../core/text/venue.ts'
import { Waiting } from './Waiting.tsx'
import styles from './board/Board.module.css'
import { reloadSafely } from './auto-reload.ts'
import { useAutoReload } from './useAutoReload.ts'
import { usePolled } from '../hooks/usePolled.ts'
import { askDisplayTarget } from './display-target.ts'
import type { Role } from './display-target.ts'

const everyMs = 5_000
const always = () => true

/** Asks what to show until somebody has said so, and goes on asking (ux 45). */
export function Device({ children }: { children: (role: Role) => ReactNode }) {
  const { answer: wish } = usePolled(askDisplayTarget, { everyMs })
  const first = useRef<number | null>(null)
  const version = wish?.version ?? null
  useEffect(() => {
    if (version === null) return
    first.current ??= version
    if (first.current !== version) void reloadSafely()
  }, [version])
  const isOverlay = wish?.role?.name === 'overlay'
  useEffect(() => {
    document.documentElement.dataset['display'] = isOverlay ? 'overlay' : 'board'
  }, [isOverlay])
  if (!wish) return <Waiting />
  if (wish.role) return children(wish.role)
  if (wish.isClaimed) return <Idle title={wish.name} hint={text.claimedHint} />
  return (
    <main className={styles.waiting}>
      <Idle title={text.code} hint={text.codeHint}>
        <p className={styles.code}>{wish.code}</p>
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

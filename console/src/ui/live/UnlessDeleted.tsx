import type { ReactNode } from 'react'
import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/context.ts'
import { isDeleted } from '../../core/live/select.ts'
import { text } from '../../core/text/text.ts'
import styles from '../Layout.module.css'

type Props = { scene: { name: string; displayName: string }; children: ReactNode }

/** The screen of a tournament; once the tournament is deleted, it has no rows to show. */
export function UnlessDeleted({ scene, children }: Props) {
  if (!useLiveState(({ live }) => isDeleted(live))) return children
  return (
    <div className={styles.middle} role="alert">
      <title>{text.title(text.deleted)}</title>
      <h1>{text.deleted}</h1>
      <a href={to.scene(scene)} className="touch">
        {scene.displayName}
      </a>
    </div>
  )
}

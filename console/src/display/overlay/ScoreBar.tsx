import { disputed } from '../../core/text/display/disputed.ts'
import { Name } from '../board/Name.tsx'
import styles from './Overlay.module.css'
import type { PartProps } from './Overlay.tsx'
import { contentOf } from './score-bar-content.ts'

/** Renders all content at once, so that names, scores and sides change in one frame (ux 46). */
export function ScoreBar({ overlay: { pins }, rows, last, order, held }: PartProps) {
  const content = contentOf({ ...last, match: held ?? last.match }, rows, pins)
  if (!content) return null
  const { map, round, isDisputed } = content
  const facts = [round, map, isDisputed && disputed.open].filter(Boolean).join(' · ')
  return (
    <section className={styles.bar} data-picture>
      <div className={styles.sides}>
        {order.map((colour) => (
          <div key={colour} className={styles.side} data-colour={colour}>
            <Name name={content[colour].name} />
            <span className={styles.score}>{content[colour].score}</span>
          </div>
        ))}
      </div>
      {facts && <p className={styles.facts}>{facts}</p>}
    </section>
  )
}

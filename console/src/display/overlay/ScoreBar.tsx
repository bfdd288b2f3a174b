import { disputed } from '../../core/text/disputed.ts'
import { Name } from '../board/Name.tsx'
import styles from './Overlay.module.css'
import type { PartProps } from './Overlay.tsx'
import { pictureOf } from './picture.ts'

/** All of it is one picture, so names, scores and sides flip in one frame (ux 46). */
export function ScoreBar({ overlay: { pins }, rows, last, options, held }: PartProps) {
  const sides = pins.sides ?? options.sides ?? undefined
  const picture = pictureOf({ ...last, match: held ?? last.match }, rows, { ...pins, sides })
  if (!picture) return null
  const { map, round, isDisputed } = picture
  const facts = [round, map, isDisputed && disputed.open].filter(Boolean).join(' · ')
  const order =
    picture.sides === 'blue-left' ? (['blue', 'gold'] as const) : (['gold', 'blue'] as const)
  return (
    <section className={styles.bar} data-picture>
      <div className={styles.sides}>
        {order.map((colour) => (
          <div key={colour} className={styles.side} data-colour={colour}>
            <Name name={picture[colour].name} />
            <span className={styles.score}>{picture[colour].score}</span>
          </div>
        ))}
      </div>
      {facts && <p className={styles.facts}>{facts}</p>}
    </section>
  )
}

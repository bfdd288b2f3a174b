import { text } from '../core/text/text.ts'
import type { Colour } from '#events/game/map/colour.ts'
import styles from './TeamSign.module.css'

/**
 * Shows the team colour also as a shape and a word, so that nobody has to distinguish colours (ux
 * 25).
 */
export function TeamSign({ colour, size = 16 }: { colour: Colour; size?: number }) {
  return (
    <span className={styles.sign} data-colour={colour}>
      <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
        {colour === 'blue' ? <circle cx="8" cy="8" r="7" /> : <path d="M8 .5 15.5 8 8 15.5.5 8z" />}
      </svg>
      {text.colour[colour]}
    </span>
  )
}

import { useState } from 'react'
import { links as words } from '../../core/text/organize/publishing.ts'
import styles from './PageLinks.module.css'

/** The picture of a link, or a note that it is missing or broken. */
export function Picture({ src }: { src: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (src === null) return <span className={styles.blank}>{words.noPicture}</span>
  if (src === broken) return <span className={styles.blank}>{words.brokenPicture}</span>
  return (
    <img
      className={styles.picture}
      src={src}
      alt={words.picture}
      loading="lazy"
      onError={() => setBroken(src)}
    />
  )
}

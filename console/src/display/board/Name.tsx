import styles from './Team.module.css'
import { lengthOf } from './teams.ts'
import { useFit } from './useFit.ts'

/** A team's whole name, in two lines and smaller letters where it is long. */
export function Name({ name }: { name: string }) {
  return (
    <span
      ref={useFit(name)}
      className={styles.name}
      data-length={lengthOf(name)}
      title={name}
      dir="auto"
    >
      {name}
    </span>
  )
}

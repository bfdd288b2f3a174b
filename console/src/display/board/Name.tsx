import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useElementSize } from './useElementSize.ts'
import styles from './Team.module.css'
import { lengthOf } from './teams.ts'

const step = 0.92
const smallest = 0.4

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

/** A name that is wider than most gets smaller letters until all of it is there (ux 44). */
function useFit(words: string): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const { width, height } = useElementSize()
  useLayoutEffect(() => {
    const name = ref.current
    if (!name || words === '' || width * height === 0) return
    name.style.fontSize = ''
    const whole = Number.parseFloat(getComputedStyle(name).fontSize)
    for (let share = step; share > smallest && isCut(name); share *= step) {
      name.style.fontSize = `${whole * share}px`
    }
  }, [words, width, height])
  return ref
}

function isCut(name: HTMLElement): boolean {
  return name.scrollHeight > name.clientHeight + 1
}

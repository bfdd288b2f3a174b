import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useScreenSize } from './useScreenSize.ts'
import styles from './Team.module.css'
import { lengthOf } from './teams.ts'

const shrinkFactor = 0.92
const minShare = 0.4

/** A team's full name; a long one takes two lines and smaller letters. */
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

/** Shrinks the letters of a name until all of it fits (ux 44). */
function useFit(words: string): RefObject<HTMLSpanElement | null> {
  const ref = useRef<HTMLSpanElement>(null)
  const { width, height } = useScreenSize()
  useLayoutEffect(() => {
    const name = ref.current
    if (!name || words === '' || width * height === 0) return
    name.style.fontSize = ''
    const fullSize = Number.parseFloat(getComputedStyle(name).fontSize)
    for (let share = shrinkFactor; share > minShare && isCut(name); share *= shrinkFactor) {
      name.style.fontSize = `${fullSize * share}px`
    }
  }, [words, width, height])
  return ref
}

function isCut(name: HTMLElement): boolean {
  return name.scrollHeight > name.clientHeight + 1
}

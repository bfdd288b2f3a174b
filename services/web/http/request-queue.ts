/** So many at once; who waits with precedence goes before all who wait without. */
type RequestQueue = {
  /** resolves when there is room; the function gives the room back, once */
  enter(hasPrecedence: boolean): Promise<() => void>
  waiting(): number
}

export function openRequestQueue(atOnce: number): RequestQueue {
  let running = 0
  const first: (() => void)[] = []
  const then: (() => void)[] = []

  function leave(): void {
    const next = first.shift() ?? then.shift()
    // The place is handed on, not given up: nobody slips in between.
    if (next) next()
    else running--
  }

  return {
    async enter(hasPrecedence) {
      if (running < atOnce) running++
      else {
        await new Promise<void>((resolve) => (hasPrecedence ? first : then).push(resolve))
      }
      let isOut = false
      return () => {
        if (!isOut) leave()
        isOut = true
      }
    },
    waiting: () => first.length + then.length,
  }
}

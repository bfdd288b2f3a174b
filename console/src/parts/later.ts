import { lazy } from 'react'
import type { ComponentType, LazyExoticComponent } from 'react'

type Loaded<P> = { default: ComponentType<P> }
const soonMs = 3_000
const againMs = 2_000

/**
 * A part of a screen that nobody waits for at first: loaded when it is shown, or a moment after the
 * screen, so that it is there should the line go. Without a line it comes when there is one again.
 */
export function later<P extends object>(
  load: () => Promise<Loaded<P>>,
): LazyExoticComponent<ComponentType<P>> {
  const persist = (): Promise<Loaded<P>> =>
    load().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, againMs))
      return persist()
    })
  setTimeout(() => void load().catch(() => {}), soonMs)
  return lazy(persist)
}

import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { firstRows } from '../core/first-data-shown.ts'
import { persistently } from '../core/chunk-recovery.ts'

type Loading<P> = () => Promise<{ default: ComponentType<P> }>
const soonMs = 3_000
/** Not every screen has a tournament. */
const withoutRowsMs = 15_000

/**
 * A part of a screen that is loaded when it is shown; without a network it is loaded when there is one.
 * `Meanwhile` stands in its place.
 *
 * Not by `lazy`: what React shows again after it was suspended gives way to every frame that comes
 * in between, and never expires. On a slow tablet with many cabinets live it would never be done.
 */
export function lazyPart<P extends object>(
  load: Loading<P>,
  Meanwhile?: ComponentType<P>,
  notBefore: () => Promise<void> = atOnce,
): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const start = () => {
    loading ??= notBefore()
      .then(() => persistently(load))
      .then((loaded) => {
        Part = loaded.default
      })
    return loading
  }
  return function Shown(props) {
    const [isThere, setThere] = useState(Part !== undefined)
    useEffect(() => {
      let isOver = false
      void start().then(() => isOver || setThere(true))
      return () => {
        isOver = true
      }
    }, [])
    const Drawn = isThere ? Part : Meanwhile
    return Drawn ? createElement(Drawn, props) : null
  }
}

/**
 * One that nobody waits for at first: loaded a moment after the screen is there, so that it is there
 * too if the network is lost. On a slow connection it would otherwise delay what is waited for.
 */
export function preloadedPart<P extends object>(load: Loading<P>): ComponentType<P> {
  void rows()
    .then(() => pause(soonMs))
    .then(load)
    .catch(() => {})
  return lazyPart(load)
}

/** One around the screen that is waited for: it is loaded after the first rows. */
export function afterRows<P extends object>(
  load: Loading<P>,
  Meanwhile?: ComponentType<P>,
): ComponentType<P> {
  return lazyPart(load, Meanwhile, rows)
}

async function rows(): Promise<void> {
  await Promise.race([firstRows, pause(withoutRowsMs)])
}

async function atOnce(): Promise<void> {}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { whenRowsShown } from '../core/first-data-shown.ts'
import { retryForever } from '../core/connection/chunk-recovery.ts'
import { pause } from '../core/time/clock.ts'

type Loading<P> = () => Promise<{ default: ComponentType<P> }>
const soonMs = 3_000
/** Upper limit of the wait for rows, because some screens have no tournament. */
const maxRowsWaitMs = 15_000

/**
 * A component that is loaded when it is first shown, with retries while the network is down.
 * `Fallback` is shown until then. The load does not start before `notBefore` resolves. React's
 * `lazy` is not used: a render that resumes after suspense has low priority and is interrupted by
 * every frame that arrives. On a slow tablet with many live cabinets it would never finish.
 */
export function lazyPart<P extends object>(
  load: Loading<P>,
  Fallback?: ComponentType<P>,
  notBefore: () => Promise<void> = immediately,
): ComponentType<P> {
  let Part: ComponentType<P> | undefined
  let loading: Promise<void> | undefined
  const start = () => {
    loading ??= notBefore()
      .then(() => retryForever(load))
      .then((loaded) => {
        Part = loaded.default
      })
    return loading
  }
  return function Lazy(props) {
    const [isLoaded, setLoaded] = useState(Part !== undefined)
    useEffect(() => {
      let isUnmounted = false
      void start().then(() => isUnmounted || setLoaded(true))
      return () => {
        isUnmounted = true
      }
    }, [])
    const Current = isLoaded ? Part : Fallback
    return Current ? createElement(Current, props) : null
  }
}

/**
 * A lazy part that is preloaded a moment after the screen is shown, so that it works when the
 * network is lost. It is delayed because it must not compete with the screen itself on a slow
 * connection.
 */
export function preloadedPart<P extends object>(load: Loading<P>): ComponentType<P> {
  void rows()
    .then(() => pause(soonMs))
    .then(load)
    .catch(() => {})
  return lazyPart(load)
}

/** A lazy part beside the main screen: its load starts only after the first rows are shown. */
export function afterRows<P extends object>(
  load: Loading<P>,
  Fallback?: ComponentType<P>,
): ComponentType<P> {
  return lazyPart(load, Fallback, rows)
}

async function rows(): Promise<void> {
  await Promise.race([whenRowsShown, pause(maxRowsWaitMs)])
}

async function immediately(): Promise<void> {}

import { useState } from 'react'
import type { Write } from '../core/rest.ts'
import { toast } from '../hooks/toast.ts'
import { useSaving } from './useSaving.ts'

type Action<A> = {
  /** title of the note if it is refused */
  failed: string
  /** confirmation */
  done?: string | undefined
  onSaved?: (answer: A) => unknown
}

/** The writes of a screen, each with its texts. `failed` is the title of the last one. */
export function useActions() {
  const { save, ...saving } = useSaving()
  const [failed, setFailed] = useState('')

  function act<A>(write: Write<A>, { failed, done, onSaved }: Action<A>) {
    setFailed(failed)
    return save(write, (answer) => {
      if (done !== undefined) toast(done)
      return onSaved?.(answer)
    })
  }
  return { ...saving, failed, act }
}

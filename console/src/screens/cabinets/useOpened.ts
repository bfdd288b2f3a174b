import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CabinetPaper } from '../../api.ts'
import { afterPaint } from '../../parts/after-paint.ts'
import { useStable } from '../../parts/useStable.ts'

/**
 * The open dialog is in the address: a link to a cabinet opens it. One that is opened or closed here
 * is so at once, and the address follows when that is on the screen.
 */
export function useOpened(cabinets: CabinetPaper[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  /** what was pressed here, until the address has it */
  const [own, setOwn] = useState<string | null>(null)
  const cancel = useRef(() => {})
  function go(to: string): void {
    cancel.current()
    let isLatest = true
    const end = afterPaint(() => {
      const follow = navigate({ to: '.', hash: to, resetScroll: false })
      void follow.finally(() => isLatest && setOwn(null))
    })
    cancel.current = () => {
      isLatest = false
      end()
    }
    setOwn(to)
  }
  return {
    opened: cabinets.find(({ id }) => String(id) === (own ?? hash)),
    open: useStable((id: number) => go(String(id))),
    close: useStable(() => go('')),
  }
}

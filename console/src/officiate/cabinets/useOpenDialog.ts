import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { afterPaint } from '../../hooks/after-paint.ts'
import { useEvent } from '../../hooks/useEvent.ts'

/**
 * The open dialog is in the address: a link to a cabinet opens it. One that is opened or closed here
 * is so at once, and the address follows when that is on the screen.
 */
export function useOpenDialog(cabinets: CabinetBody[]) {
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
    /** known before the cabinets are */
    isOpening: (own ?? hash) !== '',
    opened: cabinets.find(({ id }) => String(id) === (own ?? hash)),
    open: useEvent((id: number) => go(String(id))),
    close: useEvent(() => go('')),
  }
}

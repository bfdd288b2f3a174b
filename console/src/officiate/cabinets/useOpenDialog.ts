import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { afterPaint } from '../../hooks/after-paint.ts'
import { useEvent } from '../../hooks/useEvent.ts'

/**
 * The open dialog is kept in the address, so that a link to a cabinet opens it. Opening and closing
 * take effect immediately; the address follows after the next paint.
 */
export function useOpenDialog(cabinets: CabinetBody[]) {
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  /** the hash chosen here, until the address has it; null: the address decides */
  const [pendingHash, setPendingHash] = useState<string | null>(null)
  const cancel = useRef(() => {})
  function go(to: string): void {
    cancel.current()
    let isLatest = true
    const cancelPaint = afterPaint(() => {
      const navigation = navigate({ to: '.', hash: to, resetScroll: false })
      void navigation.finally(() => isLatest && setPendingHash(null))
    })
    cancel.current = () => {
      isLatest = false
      cancelPaint()
    }
    setPendingHash(to)
  }
  return {
    /** available before the cabinets are loaded */
    isOpening: (pendingHash ?? hash) !== '',
    opened: cabinets.find(({ id }) => String(id) === (pendingHash ?? hash)),
    open: useEvent((id: number) => go(String(id))),
    close: useEvent(() => go('')),
  }
}

import { Menu } from '@mantine/core'
import { memo, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './QueueCard.module.css'

type Props = {
  label: string
  width?: number
  /** called only while the menu is open, with a function that closes it */
  children: (close: () => void) => ReactNode
  onClose?: () => void
}

/**
 * Three dots that open a menu. The menu is mounted only while it is open: every line of a queue has
 * one, and a hundred closed menus would cost each drag more than the rest of the screen.
 */
export function DotsMenu({ label, width = 260, children, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const dots = useRef<HTMLButtonElement>(null)
  const id = useId()
  const toggle = useCallback(() => setOpen((was) => !was), [])
  // The menu takes the focus shortly after it is mounted; until then Escape arrives here.
  const escape = useCallback(({ key }: KeyboardEvent) => {
    if (key === 'Escape') setOpen(false)
  }, [])
  function close(): void {
    setOpen(false)
    onClose?.()
    document.getElementById(id)?.focus({ preventScroll: true })
  }
  return (
    <>
      <Dots ref={dots} id={id} label={label} isOpen={isOpen} onClick={toggle} onKeyDown={escape} />
      {isOpen && (
        <Menu
          id={id}
          opened
          onClose={close}
          position="bottom-end"
          width={width}
          withInitialFocusPlaceholder={false}
        >
          <Menu.Target refProp="anchorRef">
            <Anchor of={dots} />
          </Menu.Target>
          <Menu.Dropdown>{children(close)}</Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

type DotsProps = {
  ref: Ref<HTMLButtonElement>
  id: string
  label: string
  isOpen: boolean
  onClick: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

const Dots = memo(function Dots({ ref, id, label, isOpen, onClick, onKeyDown }: DotsProps) {
  return (
    <button
      ref={ref}
      type="button"
      id={id}
      className={styles.dots}
      aria-label={label}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      aria-controls={isOpen ? `${id}-dropdown` : undefined}
      // Pressing the button does not start a drag.
      onPointerDown={stopPropagation}
      onMouseDown={stopPropagation}
      onTouchStart={stopPropagation}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <Icon name="dots" />
    </button>
  )
})

function stopPropagation(event: { stopPropagation: () => void }): void {
  event.stopPropagation()
}

type AnchorProps = {
  of: RefObject<HTMLElement | null>
  anchorRef?: (element: HTMLElement | null) => void
}

/** Gives the menu its button as the target, which is mounted before the menu. */
function Anchor({ of, anchorRef }: AnchorProps) {
  useLayoutEffect(() => {
    anchorRef?.(of.current)
    return () => anchorRef?.(null)
  }, [of, anchorRef])
  return null
}

import { Menu } from '@mantine/core'
import { memo, useCallback, useId, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref, RefObject } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import styles from './QueueCard.module.css'

type Props = {
  label: string
  width?: number
  /** made while it is open alone */
  children: () => ReactNode
  onClose?: () => void
}

/**
 * Three dots that open a menu. The menu is there only while it is open: a line of a queue has one
 * each, and a hundred that are closed would cost every drag more than all else on the screen.
 */
export function DotsMenu({ label, width = 260, children, onClose }: Props) {
  const [isOpen, setOpen] = useState(false)
  const dots = useRef<HTMLButtonElement>(null)
  const id = useId()
  const toggle = useCallback(() => setOpen((was) => !was), [])
  // The menu takes the focus a moment after it is there; until then the key comes here.
  const escape = useCallback(({ key }: KeyboardEvent) => {
    if (key === 'Escape') setOpen(false)
  }, [])
  function close(): void {
    setOpen(false)
    onClose?.()
    dots.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <Dots ref={dots} id={id} label={label} isOpen={isOpen} onClick={toggle} onKeyDown={escape} />
      {isOpen && (
        <Menu id={id} opened onClose={close} position="bottom-end" width={width}>
          <Menu.Target refProp="at">
            <Anchor of={dots} />
          </Menu.Target>
          <Menu.Dropdown>{children()}</Menu.Dropdown>
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
      // A press is no beginning of a drag.
      onPointerDown={stays}
      onMouseDown={stays}
      onTouchStart={stays}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <Icon name="dots" />
    </button>
  )
})

function stays(event: { stopPropagation: () => void }): void {
  event.stopPropagation()
}

type AnchorProps = { of: RefObject<HTMLElement | null>; at?: (there: HTMLElement | null) => void }

/** Tells the menu where its button is, which was there before it. */
function Anchor({ of, at }: AnchorProps) {
  useLayoutEffect(() => {
    at?.(of.current)
    return () => at?.(null)
  }, [of, at])
  return null
}

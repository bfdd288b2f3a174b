import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { officiate } from '../../core/text/officiate/officiate.ts'

const Palette = preloadedPart(() => import('./Palette.tsx'))

/** Opens the command palette, by a press or by Ctrl-K or ⌘-K. */
export function PaletteButton({ mayOrganize }: { mayOrganize: boolean }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  return (
    <>
      <Button
        variant="default"
        size="md"
        aria-label={officiate.palette}
        aria-keyshortcuts="Control+K"
        title={officiate.palette}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" />
      </Button>
      {isOpen && <Palette mayOrganize={mayOrganize} onClose={() => setOpen(false)} />}
    </>
  )
}

import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { officiate } from '../../core/text/officiate.ts'

const Palette = preloadedPart(() => import('./Palette.tsx'))

/** The command palette: by Ctrl-K or ⌘-K from anywhere here, or by a press. */
export function PaletteButton({ mayOrganize }: { mayOrganize: boolean }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
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

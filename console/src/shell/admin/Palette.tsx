import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { palette as words } from './palette-text.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from './Palette.module.css'
import { searchEntries } from './palette-entries.ts'
import { usePaletteEntries } from './usePaletteEntries.ts'

const listId = 'palette-places'
const idOf = (index: number) => `palette-place-${index}`

type Props = { mayOrganize: boolean; onClose: () => void }

/** Goes to a screen, a match by its number, or a team. */
export default function Palette({ mayOrganize, onClose }: Props) {
  const { entries, open } = usePaletteEntries(mayOrganize)
  const [query, setQuery] = useState('')
  const [selected, setSelected] = useState(0)
  const results = searchEntries(entries, query)
  const active = Math.min(selected, results.length - 1)

  function choose(index: number): void {
    const entry = results[index]
    if (!entry) return
    onClose()
    open(entry)
  }
  function select(index: number): void {
    setSelected(index)
    document.getElementById(idOf(index))?.scrollIntoView({ block: 'nearest' })
  }
  function onKeyDown(event: KeyboardEvent): void {
    const targets: Record<string, number> = {
      ArrowDown: (active + 1) % results.length,
      ArrowUp: (active - 1 + results.length) % results.length,
    }
    const target = targets[event.key]
    if (event.key === 'Enter') choose(active)
    else if (target !== undefined && results.length > 0) select(target)
    else return
    event.preventDefault()
  }

  return (
    <Sheet
      onClose={onClose}
      title={words.title}
      yOffset="8dvh"
      zIndex={500}
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        data-autofocus
        pt="xs"
        size="lg"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={results.length > 0 ? idOf(active) : undefined}
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        value={query}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setSelected(0)
        }}
      />
      <p className={styles.hint} role="status">
        {results.length === 0 ? words.none : words.hint}
      </p>
      <ul id={listId} role="listbox" aria-label={words.results} className={styles.list}>
        {results.map((entry, index) => (
          <li
            key={entry.key}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            className={styles.place}
            onClick={() => choose(index)}
          >
            <span className={styles.name}>{entry.name}</span>
            <span className={styles.more}>{entry.more || words.kind[entry.kind]}</span>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}

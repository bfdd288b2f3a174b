import '@mantine/core/styles/Input.layer.css'
import { Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { palette as words } from './palette-text.ts'
import { text } from '../../core/text/text.ts'
import styles from './Palette.module.css'
import { found } from './palette-entries.ts'
import { usePaletteEntries } from './usePaletteEntries.ts'

const list = 'palette-places'
const idOf = (index: number) => `palette-place-${index}`

type Props = { mayOrganize: boolean; onClose: () => void }

/** From anywhere to a screen, a match by its number, or a team. */
export default function Palette({ mayOrganize, onClose }: Props) {
  const { places, go } = usePaletteEntries(mayOrganize)
  const [sought, setSought] = useState('')
  const [chosen, setChosen] = useState(0)
  const shown = found(places, sought)
  const at = Math.min(chosen, shown.length - 1)

  function choose(index: number): void {
    const place = shown[index]
    if (!place) return
    onClose()
    go(place)
  }
  function move(to: number): void {
    setChosen(to)
    document.getElementById(idOf(to))?.scrollIntoView({ block: 'nearest' })
  }
  function pressed(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowDown: (at + 1) % shown.length,
      ArrowUp: (at - 1 + shown.length) % shown.length,
    }
    const to = steps[event.key]
    if (event.key === 'Enter') choose(at)
    else if (to !== undefined && shown.length > 0) move(to)
    else return
    event.preventDefault()
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="lg"
      yOffset="8dvh"
      zIndex={500}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title }}
    >
      <TextInput
        data-autofocus
        pt="xs"
        size="lg"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={shown.length > 0 ? idOf(at) : undefined}
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        value={sought}
        onKeyDown={pressed}
        onChange={({ currentTarget }) => {
          setSought(currentTarget.value)
          setChosen(0)
        }}
      />
      <p className={styles.hint} role="status">
        {shown.length === 0 ? words.none : words.hint}
      </p>
      <ul id={list} role="listbox" aria-label={words.results} className={styles.list}>
        {shown.map((place, index) => (
          <li
            key={place.key}
            id={idOf(index)}
            role="option"
            aria-selected={index === at}
            className={styles.place}
            onClick={() => choose(index)}
          >
            <span className={styles.name}>{place.name}</span>
            <span className={styles.more}>{place.more || words.kind[place.kind]}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState, useMemo } from 'react'
import type { KeyboardEvent } from 'react'
import { palette as words, pages, wordsFor } from '../../core/text/officiate/dialogs.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from './Palette.module.css'
import { searchEntries, matchEntries, teamEntries } from './palette-entries.ts'
import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { to } from '../../core/addresses.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { showShortcuts } from '../../hooks/useShortcuts.ts'
import { screenNames } from '../../core/text/officiate/first-screen.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { sceneScreens } from './scene-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { PaletteEntry } from './palette-entries.ts'

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

/** All entries of the palette for the present user, and a function that opens one. */
function usePaletteEntries(mayOrganize: boolean): {
  entries: PaletteEntry[]
  open: (entry: PaletteEntry) => void
} {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useLiveState((shown) => shown.live.rows)
  const cabinets = useTournamentCabinets()
  const paired = useUser(pairedOf)
  const isOwner = useUser((user) => user.state === 'in' && user.person.isOwner)
  const navigate = useNavigate()
  const byRows = useMemo(() => [...matchEntries(rows), ...teamEntries(rows)], [rows])
  const screens = adminScreens
    .filter(({ access }) => access === 'officiate' || mayOrganize)
    .filter(({ ownStages }) => !ownStages || tournament.linkType === 'hivemind')
    .filter(({ beyondCabinet }) => !beyondCabinet || !paired)
    .map(({ path, name }): PaletteEntry => {
      const also = wordsFor[name]
      return { key: `screen ${path}`, kind: 'screen', name: screenNames[name], more: '', also }
    })
  const referees = cabinets.map(({ id, displayName }): PaletteEntry => {
    return { key: `cabinet ${id}`, kind: 'cabinet', name: words.referee(displayName), more: '' }
  })
  const others = pagesOf(tournament, mayOrganize, isOwner).map(
    ({ at, name, also }): PaletteEntry => {
      return { key: `page ${at}`, kind: 'page', name, more: '', also }
    },
  )
  const keys: PaletteEntry = { key: 'keys ?', kind: 'keys', name: words.keys, more: '?' }

  function openScreen(_splat: string, hash = ''): void {
    const params = { id: `${tournament.id}`, _splat }
    void navigate({ to: '/tournament/$id/admin/$', params, hash })
  }
  /** Opens the referee's dialog of a match that is being played, else its public page. */
  function toMatch(id: number): void {
    const cabinet = rows.match[id]?.activeCabinet ?? null
    if (cabinet !== null) openScreen('current-matches', `${cabinet}`)
    // The public pages are another program, which the router does not have.
    else location.assign(to.match(id))
  }
  function open({ key, kind }: PaletteEntry): void {
    const target = key.slice(kind.length + 1)
    if (kind === 'screen') openScreen(target)
    else if (kind === 'cabinet') openScreen('current-matches', target)
    else if (kind === 'match') toMatch(Number(target))
    else if (kind === 'team') location.assign(to.team(Number(target)))
    else if (kind === 'page') location.assign(target)
    else showShortcuts()
  }
  return { entries: [...screens, ...referees, ...others, keys, ...byRows], open }
}

/** Pages outside the administration of this tournament. */
function pagesOf(tournament: TournamentBody, mayOrganize: boolean, isOwner: boolean) {
  const { scene, allowRegistration } = tournament
  const [people, rulings] = sceneScreens(scene).map(({ to, hash, name }) => {
    return { at: `${to}#${hash}`, name }
  })
  return [
    { at: to.tournament(tournament), ...pages.tournament },
    { at: to.tournament(tournament, 'bracket'), ...pages.bracket },
    ...(allowRegistration
      ? [{ at: to.tournament(tournament, 'register'), ...pages.register }]
      : []),
    { at: to.scene(scene), ...pages.scene },
    { at: '/account', ...pages.account },
    ...(isOwner ? [{ at: '/status', ...pages.status }] : []),
    ...(mayOrganize
      ? [
          { at: `${to.scene(scene)}/new-tournament`, ...pages.newTournament },
          { ...people!, also: pages.people },
          { ...rulings!, also: pages.rulings },
        ]
      : []),
  ]
}

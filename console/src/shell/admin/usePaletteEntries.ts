import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { to } from '../../core/addresses.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { showShortcuts } from '../../hooks/useShortcuts.ts'
import { pages, palette as words, wordsFor } from './palette-text.ts'
import { screenNames } from '../../core/text/officiate/officiate.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import { sceneScreens } from './scene-screens.ts'
import { adminScreens } from './admin-screens.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { matchEntries, teamEntries } from './palette-entries.ts'
import type { PaletteEntry } from './palette-entries.ts'

/** All entries of the palette for the present user, and a function that opens one. */
export function usePaletteEntries(mayOrganize: boolean): {
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

import { useLoaderData, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { to } from '../../addresses.ts'
import { useShown } from '../../live/LiveTournament.tsx'
import { showShortcuts } from '../../parts/useShortcuts.ts'
import { palette as words } from '../../text/palette.ts'
import { text } from '../../text.ts'
import { pairedOf, useUser } from '../../user/user.ts'
import { segments } from '../admin/segments.ts'
import { useAssigned } from '../useAssigned.ts'
import { matchPlaces, teamPlaces } from './places.ts'
import type { Place } from './places.ts'

/** All places of a tournament for who looks, and the way to each. */
export function usePlaces(mayOrganize: boolean): { places: Place[]; go: (place: Place) => void } {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const rows = useShown((shown) => shown.live.rows)
  const cabinets = useAssigned()
  const paired = useUser(pairedOf)
  const navigate = useNavigate()
  const byRows = useMemo(() => [...matchPlaces(rows), ...teamPlaces(rows)], [rows])
  const screens = segments
    .filter(({ access }) => access === 'officiate' || mayOrganize)
    .filter(({ ownStages }) => !ownStages || tournament.linkType === 'hivemind')
    .filter(({ beyondCabinet }) => !beyondCabinet || !paired)
    .map(({ path, name }): Place => {
      return { key: `screen ${path}`, kind: 'screen', name: text.segment[name], more: '' }
    })
  const referees = cabinets.map(({ id, displayName }): Place => {
    return { key: `cabinet ${id}`, kind: 'cabinet', name: words.referee(displayName), more: '' }
  })
  const keys: Place = { key: 'keys ?', kind: 'keys', name: words.keys, more: '?' }

  function toSegment(_splat: string, hash = ''): void {
    const params = { id: `${tournament.id}`, _splat }
    void navigate({ to: '/tournament/$id/admin/$', params, hash })
  }
  /** A match that is being played is at its cabinet; the public pages are another program. */
  function toMatch(id: number): void {
    const cabinet = rows.match[id]?.activeCabinet ?? null
    if (cabinet !== null) toSegment('current-matches', `${cabinet}`)
    else location.assign(to.match(id))
  }
  function go({ key, kind }: Place): void {
    const of = key.slice(kind.length + 1)
    if (kind === 'screen') toSegment(of)
    else if (kind === 'cabinet') toSegment('current-matches', of)
    else if (kind === 'match') toMatch(Number(of))
    else if (kind === 'team') location.assign(to.team(Number(of)))
    else showShortcuts()
  }
  return { places: [...screens, ...referees, keys, ...byRows], go }
}

import type { ReactNode } from 'react'
import { useLoaderData, useParams } from '@tanstack/react-router'
import { afterRows, lazyPart } from '../../hooks/lazy-part.ts'
import { languageCode } from '../../core/text/locale.ts'
import { menus, segmentNames } from '../../core/text/officiate.ts'
import { mayOfficiate, mayOrganize, pairedOf, useUser } from '../../core/session-user.ts'
import { Lost, Waiting } from '../../ui/Frame.tsx'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { segments } from './segments.ts'

// Only forms say what they saved this way.
const StartSounds = afterRows(() => import('../../officiate/cabinets/StartSounds.tsx'))

/** Officials' screens whose texts are in no other language, as those of organisers. */
const inEnglish: ReadonlySet<string> = new Set(['displays', 'stream'])

/** Two that load the same are the same, and stay where the address goes from one to the other. */
const parts = new Map(segments.map(({ load }) => [load, lazyPart(load, Waiting)]))
const drawn = segments.map((one) => ({ ...one, Component: parts.get(one.load)! }))

/** The component the address names. */
export function Segment() {
  const { _splat = '' } = useParams({ strict: false })
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  const [path = '', ...rest] = _splat.split('/')
  const found = drawn.find((segment) => segment.path === path)
  if (!found || (found.ownStages && tournament.linkType !== 'hivemind')) return <Lost />
  const may = found.access === 'organize' ? mayOrganize : mayOfficiate
  if (!may(user, tournament.scene)) return <NotAuthorized />
  if (found.beyondCabinet && pairedOf(user)) return <NotAuthorized />
  const screen = <found.Component rest={rest} name={found.name} />
  const isForeign = languageCode !== 'en' && (found.access === 'organize' || inEnglish.has(path))
  return (
    <>
      <title>{menus.title(segmentNames[found.name], tournament.name)}</title>
      {found.access !== 'organize' && <StartSounds />}
      {isForeign ? <InEnglish>{screen}</InEnglish> : screen}
    </>
  )
}

/** Its sentences are read from left to right, and by a screen reader as English. */
function InEnglish({ children }: { children: ReactNode }) {
  return (
    <div lang="en" dir="ltr" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

import type { ReactNode } from 'react'
import { useLoaderData, useParams } from '@tanstack/react-router'
import { afterRows, lazyPart } from '../../hooks/lazy-part.ts'
import { languageCode } from '../../core/text/locale.ts'
import { text } from '../../core/text/text.ts'
import { screenNames } from '../../core/text/officiate/first-screen.ts'
import { mayOfficiate, mayOrganize, pairedOf, useUser } from '../../core/session-user.ts'
import { HelpContext } from '../../ui/help/help-context.ts'
import { Lost, Waiting } from '../../ui/Layout.tsx'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { TitleContext } from '../../ui/page/PageTitle.tsx'
import { adminScreens } from './admin-screens.ts'

const StartSounds = afterRows(() => import('../../officiate/cabinets/StartSounds.tsx'))

/** Officials' screens that are not translated, like those of organisers. */
const englishOnly: ReadonlySet<string> = new Set(['displays', 'stream'])

/**
 * Screens with the same loader share a component, which stays mounted when switching between them.
 */
const components = new Map(adminScreens.map(({ load }) => [load, lazyPart(load, Waiting)]))
const screens = adminScreens.map((screen) => ({
  ...screen,
  Component: components.get(screen.load)!,
}))

/** The screen that the address names. */
export function AdminScreen() {
  const { _splat = '' } = useParams({ strict: false })
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  const [path = '', ...rest] = _splat.split('/')
  const found = screens.find((screen) => screen.path === path)
  if (!found || (found.ownStages && tournament.linkType !== 'hivemind')) return <Lost />
  const isAllowed = found.access === 'organize' ? mayOrganize : mayOfficiate
  if (!isAllowed(user, tournament.scene)) return <NotAuthorized />
  if (found.beyondCabinet && pairedOf(user)) return <NotAuthorized />
  const screen = (
    <HelpContext value={found.help}>
      <found.Component rest={rest} name={found.name} />
    </HelpContext>
  )
  const isUntranslated =
    languageCode !== 'en' && (found.access === 'organize' || englishOnly.has(path))
  return (
    <TitleContext value={tournament.name}>
      {/* Until the screen is loaded, whose own title comes before this one in the document. */}
      <title>{text.title(screenNames[found.name], tournament.name)}</title>
      {found.access !== 'organize' && <StartSounds />}
      {isUntranslated ? <InEnglish>{screen}</InEnglish> : screen}
    </TitleContext>
  )
}

/** Marks its content as English, for its text direction and for screen readers. */
function InEnglish({ children }: { children: ReactNode }) {
  return (
    <div lang="en" dir="ltr" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

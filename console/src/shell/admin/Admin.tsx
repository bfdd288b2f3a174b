import { Anchor, Breadcrumbs, Button, Group, Loader } from '@mantine/core'
import { Link, Outlet, useLoaderData, useLocation } from '@tanstack/react-router'
import { LiveTournament, useLiveState } from '../../core/live/LiveTournament.tsx'
import { ToastInRow } from '../../ui/Toasts.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { UnlessDeleted } from '../../ui/live/UnlessDeleted.tsx'
import { PracticeSign } from '../../ui/practice/PracticeSign.tsx'
import { afterRows, lazyPart, preloadedPart } from '../../hooks/lazy-part.ts'
import { useShortcuts } from '../../hooks/useShortcuts.ts'
import { useWakeLock } from '../../hooks/useWakeLock.ts'
import { text } from '../../core/text/text.ts'
import { menus, officiate } from '../../core/text/officiate/first-screen.ts'
import { mayOfficiate, mayOrganize, useUser } from '../../core/session-user.ts'
import type { TaskLinkProps } from '../../organize/setup/Setup.tsx'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import styles from './Admin.module.css'
import { useState, useEffect } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Icon } from '../../ui/Icon.tsx'
import { useRefereeDialogOpen } from '../../hooks/useRefereeDialogOpen.ts'

// The menus are as large as the referee's dialog and not needed before the first match is shown.
const Menus = afterRows(() => import('./Menus.tsx'), RoomForMenus)
const DeviceHeartbeat = afterRows(() => import('../../officiate/devices/DeviceHeartbeat.tsx'))
const Setup = afterRows(() => import('../../organize/setup/Setup.tsx'))
const OfficialCalls = afterRows(() => import('../../officiate/on-site/OfficialCalls.tsx'))
const DeviceSign = afterRows(() => import('../../officiate/devices/DeviceSign.tsx'))

/** The layout around every screen of the administration: access check, breadcrumbs and menus. */
export function Admin() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  useWakeLock()
  useShortcuts()
  if (user.state === 'loading') return <Loader role="status" aria-label={text.loading} />
  if (!mayOfficiate(user, tournament.scene)) return <NotAuthorized />
  const isOrganiser = mayOrganize(user, tournament.scene)
  return (
    <LiveTournament id={tournament.id} key={tournament.id}>
      <Group gap="md" justify="space-between">
        <AdminBreadcrumbs />
        <Group gap="sm" mih={44} component="nav" aria-label={menus.label}>
          <PaletteButton mayOrganize={isOrganiser} />
          <Menus tournament={tournament} mayOrganize={isOrganiser} />
        </Group>
      </Group>
      <div className={styles.connection}>
        <ConnectionRow>
          <ToastInRow />
          <DeviceSign />
          <PressAlerts />
          <OfficialCalls />
        </ConnectionRow>
      </div>
      <PracticeSign scene={tournament.scene} />
      <UnlessDeleted scene={tournament.scene}>
        {isOrganiser && <SetupTasks />}
        <Outlet />
      </UnlessDeleted>
      <DeviceHeartbeat />
    </LiveTournament>
  )
}

/** A placeholder as wide as the menus, so that nothing moves under a finger when they appear. */
function RoomForMenus({ mayOrganize }: { mayOrganize: boolean }) {
  const names = [menus.officiate, ...(mayOrganize ? [menus.organize] : [])]
  return names.map((name) => (
    <Button key={name} variant="default" size="md" style={{ visibility: 'hidden' }}>
      {name}
    </Button>
  ))
}

/** The tasks that remain before the first match, above every screen. */
function SetupTasks() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const path = useLocation({ select: ({ pathname }) => pathname })
  return <Setup of={tournament} path={path} Link={RouterLink} />
}

function RouterLink({ to, ...look }: TaskLinkProps) {
  return <Link to={to as '/'} {...look} />
}

function AdminBreadcrumbs() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { scene, slug, name } = tournament
  const sceneName = scene.name
  return (
    <Breadcrumbs className={styles.places}>
      <Anchor
        title={scene.displayName}
        renderRoot={(props) => <Link to="/scene/$sceneName" params={{ sceneName }} {...props} />}
      >
        {scene.displayName}
      </Anchor>
      <Anchor
        title={name}
        renderRoot={(props) => (
          <Link to="/t/$sceneName/$slug" params={{ sceneName, slug }} {...props} />
        )}
      >
        {name}
      </Anchor>
    </Breadcrumbs>
  )
}

// Lazy, because the first screen must not wait for the code of dialogs.
const PressAlertsDialog = lazyPart(() => import('./PressAlertsDialog.tsx'))

/**
 * Presses of a closed referee's dialog that were refused or that need a confirmation. They are in
 * the connection row, so that nothing moves when they appear (ux 3).
 */
function PressAlerts() {
  const { isOpen } = useRefereeDialogOpen()
  const [isListed, setListed] = useState(false)
  const presses = useLiveState(
    useShallow((shown) =>
      shown.presses.filter(({ place, state }) => {
        return place.startsWith('table:') && (state === 'refused' || state === 'asking')
      }),
    ),
  )
  if (isOpen || presses.length === 0) return null
  const title = officiate.elsewhere(presses.length)
  return (
    <>
      <Button
        variant="default"
        className={styles.alerts}
        leftSection={<Icon name="warning" />}
        onClick={() => setListed(true)}
      >
        {title}
      </Button>
      {isListed && (
        <PressAlertsDialog title={title} presses={presses} onClose={() => setListed(false)} />
      )}
    </>
  )
}

const Palette = preloadedPart(() => import('./Palette.tsx'))

/** Opens the command palette, by a press or by Ctrl-K or ⌘-K. */
function PaletteButton({ mayOrganize }: { mayOrganize: boolean }) {
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

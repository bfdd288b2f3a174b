import { Anchor, Breadcrumbs, Button, Group, Loader } from '@mantine/core'
import { Link, Outlet, useLoaderData, useLocation } from '@tanstack/react-router'
import { LiveTournament } from '../../core/live/LiveTournament.tsx'
import { ToastInRow } from '../../ui/Toasts.tsx'
import { ConnectionRow } from '../../ui/live/ConnectionRow.tsx'
import { UnlessDeleted } from '../../ui/live/UnlessDeleted.tsx'
import { PracticeSign } from '../../ui/PracticeSign.tsx'
import { afterRows } from '../../hooks/lazy-part.ts'
import { useShortcuts } from '../../hooks/useShortcuts.ts'
import { useWakeLock } from '../../hooks/useWakeLock.ts'
import { text } from '../../core/text/text.ts'
import { menus } from '../../core/text/officiate/officiate.ts'
import { mayOfficiate, mayOrganize, useUser } from '../../core/session-user.ts'
import type { TaskLinkProps } from '../../organize/setup/Setup.tsx'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import styles from './Admin.module.css'
import { PressAlerts } from './PressAlerts.tsx'
import { PaletteButton } from './PaletteButton.tsx'

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

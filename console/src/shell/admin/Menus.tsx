import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { TournamentBody } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { setSound, useSound } from '../../core/sound.ts'
import { menus, screenNames } from '../../core/text/officiate/first-screen.ts'
import { removal } from '../../core/text/organize/settings.ts'
import { sound, status } from '../../core/text/shell.ts'
import { pairedOf, useUser } from '../../core/session-user.ts'
import styles from './Admin.module.css'
import { sceneScreens } from './scene-screens.ts'
import { adminScreens } from './admin-screens.ts'
import type { Access } from '../../ui/admin-screen.ts'

const DeleteTournament = lazyPart(() => import('../../organize/settings/DeleteTournament.tsx'))

type Props = { tournament: TournamentBody; mayOrganize: boolean }

/** Menus with the screens of the administration, by role. */
export default function Menus({ tournament, mayOrganize }: Props) {
  const [isDeleting, setDeleting] = useState(false)
  const isOwner = useUser((user) => user.state === 'in' && user.person.isOwner)
  return (
    <>
      <ScreenMenu access="officiate" tournament={tournament}>
        <Menu.Divider />
        <SoundItem />
      </ScreenMenu>
      {mayOrganize && (
        <ScreenMenu access="organize" tournament={tournament}>
          <Menu.Divider />
          {sceneScreens(tournament.scene).map(({ to, hash, name }) => (
            <Menu.Item
              key={name}
              className={styles.item}
              renderRoot={(props) => <Link to={to} hash={hash} {...props} />}
            >
              {name}
            </Menu.Item>
          ))}
          {isOwner && (
            <Menu.Item
              className={styles.item}
              renderRoot={(props) => <Link to="/status" {...props} />}
            >
              {status.title}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item className={styles.item} onClick={() => setDeleting(true)}>
            {removal.menu}
          </Menu.Item>
        </ScreenMenu>
      )}
      {isDeleting && (
        <DeleteTournament tournament={tournament} onClose={() => setDeleting(false)} />
      )}
    </>
  )
}

/** Switches the sound of this device only (ux 41). */
function SoundItem() {
  const isOn = useSound((sound) => sound.isOn)
  return (
    <Menu.Item className={styles.item} onClick={() => setSound(!isOn)}>
      {isOn ? sound.off : sound.on}
    </Menu.Item>
  )
}

type MenuProps = { access: Access; tournament: TournamentBody; children?: ReactNode }

function ScreenMenu({ access, tournament, children }: MenuProps) {
  const id = String(tournament.id)
  const paired = useUser(pairedOf)
  const shown = adminScreens
    .filter((screen) => screen.access === access)
    .filter(({ ownStages }) => !ownStages || tournament.linkType === 'hivemind')
    .filter(({ beyondCabinet }) => !beyondCabinet || !paired)
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" size="md">
          {menus[access]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="calc(100dvh - 8.5rem)" style={{ overflowY: 'auto' }}>
        {shown.map(({ path, name }) => (
          <Menu.Item
            key={name}
            className={styles.item}
            renderRoot={(props) => (
              <Link to="/tournament/$id/admin/$" params={{ id, _splat: path }} {...props} />
            )}
          >
            {screenNames[name]}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  )
}

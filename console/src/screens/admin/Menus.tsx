import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TournamentPaper } from '../../api.ts'
import { text } from '../../text.ts'
import styles from './Admin.module.css'
import { segments } from './segments.ts'
import type { Access } from './segments.ts'

type Props = { tournament: TournamentPaper; mayOrganize: boolean }

/** The screens of the administration, by who may use them. */
export default function Menus({ tournament, mayOrganize }: Props) {
  return (
    <>
      <SegmentMenu access="officiate" tournament={tournament} />
      {mayOrganize && <SegmentMenu access="organize" tournament={tournament} />}
    </>
  )
}

function SegmentMenu({ access, tournament }: { access: Access; tournament: TournamentPaper }) {
  const id = String(tournament.id)
  const shown = segments
    .filter((segment) => segment.access === access)
    .filter(({ ownStages }) => !ownStages || tournament.linkType === 'hivemind')
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" size="md" className={styles.menu}>
          {text.menu[access]}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {shown.map(({ path, name }) => (
          <Menu.Item
            key={name}
            className={styles.item}
            renderRoot={(props) => (
              <Link to="/tournament/$id/admin/$" params={{ id, _splat: path }} {...props} />
            )}
          >
            {text.segment[name]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

import { Modal, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import confirm from '../../ui/Confirm.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { teams as words } from './text.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { byName, folded } from './roster.ts'
import type { Named } from './roster.ts'
import styles from './Teams.module.css'

type Props = { player: Player; onTeam: (team: Named | null) => void; onClose: () => void }

/** Where a player goes, without any dragging. */
export function MoveDialog({ player, onTeam, onClose }: Props) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  const now = useLiveState((shown) => shown.live.rows.member[player.id]?.team ?? null)
  const [search, setSearch] = useState('')
  const wanted = folded(search.trim())
  const sorted = useMemo(() => Object.values(teams).toSorted(byName), [teams])
  const shown = sorted.filter(({ name }) => folded(name).includes(wanted))
  const places: (Named | null)[] = wanted === '' ? [null, ...shown] : shown
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.moveTo(player.name)}
      centered
      zIndex={400}
      closeButtonProps={{ size: 44 }}
      classNames={{ title: confirm.title }}
    >
      <TextInput
        data-autofocus
        aria-label={words.moveSearch}
        placeholder={words.moveSearch}
        leftSection={<Icon name="search" size={18} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <ul className={styles.places}>
        {places.map((team) => (
          <li key={team?.id ?? 0}>
            <button
              type="button"
              className={styles.place}
              aria-disabled={now === (team?.id ?? null) || undefined}
              onClick={() => now !== (team?.id ?? null) && onTeam(team)}
            >
              <span>{team?.name ?? words.free}</span>
              {now === (team?.id ?? null) && <small>{words.here}</small>}
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}

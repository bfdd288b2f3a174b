import { Button, Stack, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { byName } from '../../core/by-name.ts'
import type { IdAndName } from './roster.ts'

type Props = { player: Player; onTeam: (team: IdAndName | null) => void; onClose: () => void }

/** Moves a player to another team without dragging. */
export function MoveDialog({ player, onTeam, onClose }: Props) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  const currentTeam = useLiveState((shown) => shown.live.rows.member[player.id]?.team ?? null)
  const [search, setSearch] = useState('')
  const searchText = foldForSearch(search.trim())
  const sorted = useMemo(() => Object.values(teams).toSorted(byName), [teams])
  const shown = sorted.filter(({ name }) => foldForSearch(name).includes(searchText))
  const targets: (IdAndName | null)[] = searchText === '' ? [null, ...shown] : shown
  return (
    <Dialog onClose={onClose} title={words.moveTo(player.name)} hasCross>
      <TextInput
        data-autofocus
        aria-label={words.moveSearch}
        placeholder={words.moveSearch}
        leftSection={<Icon name="search" size={18} />}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <Stack component="ul" gap={4} mt="sm" p={4} mah="60vh" style={{ overflowY: 'auto' }}>
        {targets.map((team) => {
          const isHere = currentTeam === (team?.id ?? null)
          return (
            <li key={team?.id ?? 0}>
              <Button
                variant="default"
                size="lg"
                fullWidth
                justify="space-between"
                aria-disabled={isHere || undefined}
                rightSection={isHere && <small>{words.here}</small>}
                onClick={() => isHere || onTeam(team)}
              >
                {team?.name ?? words.free}
              </Button>
            </li>
          )
        })}
      </Stack>
    </Dialog>
  )
}

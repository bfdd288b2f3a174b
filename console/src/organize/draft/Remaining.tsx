import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Near } from '../../ui/Near.tsx'
import { draft as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { byName } from '../../core/by-name.ts'
import { chunksOf } from '../teams/roster.ts'
import styles from './Draft.module.css'
import { Empty } from '../../ui/Empty.tsx'

type Props = {
  players: readonly Player[]
  /** ids of the players who are already picked */
  picked: ReadonlySet<number>
  chosen: number | null
  onChoose: (player: Player) => void
}
const chunkSize = 24

/** The players a captain can pick from. */
export function Remaining({ players, picked, chosen, onChoose }: Props) {
  const member = useLiveState((shown) => shown.live.rows.member)
  const team = useLiveState((shown) => shown.live.rows.team)
  const [search, setSearch] = useState('')
  const [onlyCheckedIn, setOnlyCheckedIn] = useState(false)
  const [includeTeamMembers, setIncludeTeamMembers] = useState(false)
  const searchText = useDeferredValue(foldForSearch(search.trim()))
  const remaining = useMemo(
    () =>
      players
        .filter(({ id }) => !picked.has(id) && (includeTeamMembers || !member[id]))
        .filter(({ checkInTime }) => !onlyCheckedIn || checkInTime !== null)
        .toSorted(byName),
    [players, picked, member, includeTeamMembers, onlyCheckedIn],
  )
  const shown = remaining.filter(({ name }) => foldForSearch(name).includes(searchText))
  return (
    <Stack component="section" gap="sm" aria-label={words.remaining}>
      <h2>
        {words.remaining} <span className="dim">{remaining.length}</span>
      </h2>
      <Group gap="sm" role="search">
        <TextInput
          className={form.grow}
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Checkbox
          className={form.choice}
          label={words.onlyHere}
          checked={onlyCheckedIn}
          onChange={({ currentTarget }) => setOnlyCheckedIn(currentTarget.checked)}
        />
        <Checkbox
          className={form.choice}
          label={words.withTeams}
          checked={includeTeamMembers}
          onChange={({ currentTarget }) => setIncludeTeamMembers(currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 && <Empty>{searchText === '' ? words.noneLeft : words.noneFound}</Empty>}
      {chunksOf(shown, chunkSize).map((chunk) => (
        <Near key={chunk[0]?.id} guess={14}>
          {() => (
            <ul className={styles.players}>
              {chunk.map((player) => (
                <li key={player.id}>
                  <button
                    type="button"
                    className={styles.player}
                    data-content
                    aria-pressed={chosen === player.id}
                    onClick={() => onChoose(player)}
                  >
                    <span className={styles.playerName} title={player.name}>
                      {player.name}
                    </span>{' '}
                    <small>{detailsOf(player, team[member[player.id]?.team ?? 0]?.name)}</small>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </Near>
      ))}
    </Stack>
  )
}

function detailsOf({ pronouns, checkInTime }: Player, team: string | undefined): string {
  return [pronouns, checkInTime !== null && words.here, team !== undefined && words.inTeam(team)]
    .filter(Boolean)
    .join(' · ')
}

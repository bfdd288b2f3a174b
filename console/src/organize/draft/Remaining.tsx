import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Near } from '../../ui/Near.tsx'
import { draft as words } from './text.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { folded } from '../../../../events/text/folded.ts'
import { byName, partsOf } from '../teams/roster.ts'
import styles from './Draft.module.css'
import { Empty } from '../../ui/Empty.tsx'

type Props = {
  players: readonly Player[]
  /** those who are picked already */
  picked: ReadonlySet<number>
  chosen: number | null
  onChoose: (player: Player) => void
}
const partSize = 24

/** Whom a captain can pick. */
export function Remaining({ players, picked, chosen, onChoose }: Props) {
  const member = useLiveState((shown) => shown.live.rows.member)
  const team = useLiveState((shown) => shown.live.rows.team)
  const [search, setSearch] = useState('')
  const [isHere, setHere] = useState(false)
  const [isAll, setAll] = useState(false)
  const wanted = useDeferredValue(folded(search.trim()))
  const left = useMemo(
    () =>
      players
        .filter(({ id }) => !picked.has(id) && (isAll || !member[id]))
        .filter(({ checkInTime }) => !isHere || checkInTime !== null)
        .toSorted(byName),
    [players, picked, member, isAll, isHere],
  )
  const shown = left.filter(({ name }) => folded(name).includes(wanted))
  return (
    <Stack component="section" gap="sm" aria-label={words.remaining}>
      <h2>
        {words.remaining} <span className="dim">{left.length}</span>
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
          checked={isHere}
          onChange={({ currentTarget }) => setHere(currentTarget.checked)}
        />
        <Checkbox
          className={form.choice}
          label={words.withTeams}
          checked={isAll}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
      </Group>
      {shown.length === 0 && <Empty>{wanted === '' ? words.noneLeft : words.noneFound}</Empty>}
      {partsOf(shown, partSize).map((part) => (
        <Near key={part[0]?.id} guess={14}>
          {() => (
            <ul className={styles.players}>
              {part.map((player) => (
                <li key={player.id}>
                  <button
                    type="button"
                    className={styles.player}
                    aria-pressed={chosen === player.id}
                    onClick={() => onChoose(player)}
                  >
                    <span className={styles.playerName} title={player.name}>
                      {player.name}
                    </span>{' '}
                    <small>{described(player, team[member[player.id]?.team ?? 0]?.name)}</small>
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

function described({ pronouns, checkInTime }: Player, team: string | undefined): string {
  return [pronouns, checkInTime !== null && words.here, team !== undefined && words.inTeam(team)]
    .filter(Boolean)
    .join(' · ')
}

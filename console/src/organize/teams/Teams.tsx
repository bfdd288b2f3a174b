import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack, TextInput, Title, VisuallyHidden } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useDeferredValue, useMemo, useState } from 'react'
import { notePlace } from '../../core/presses/actions.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { teams as words, paste } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { Dragging } from './Dragging.tsx'
import { PasteList } from './PasteList.tsx'
import { PlayerDialog } from './PlayerDialog.tsx'
import { searchSquads, squadsOf } from './roster.ts'
import type { IdAndName, Squad } from './roster.ts'
import { FreeAgents, TeamCard } from './Squads.tsx'
import type { Actions } from './Squads.tsx'
import { TeamDialog } from './TeamDialog.tsx'
import styles from './Teams.module.css'
import { usePlayers } from './usePlayers.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { rest } from '../../core/rest.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { byName } from '../../core/by-name.ts'

type OpenDialog =
  | { kind: 'team'; team: IdAndName | null }
  | { kind: 'player'; player: Player | null }
  | { kind: 'move'; player: Player }

/** Manages teams and players: membership, check-in and payment. */
export default function Teams() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const team = useLiveState((shown) => shown.live.rows.team)
  const member = useLiveState((shown) => shown.live.rows.member)
  const players = usePlayers(id)
  const moving = useMoving(players.put)
  const [search, setSearch] = useState('')
  const deferredSearch = useDeferredValue(search)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const { rows, failure, reload } = players
  const squads = useMemo(() => squadsOf(rows ?? [], { team, member }), [rows, team, member])
  const matching = useMemo(() => searchSquads(squads, deferredSearch), [squads, deferredSearch])
  const close = () => setDialog(null)
  const isEmpty = useLiveState(
    ({ live }) => live.version > 0 && Object.keys(live.rows.team).length === 0,
  )
  const [pasting, setPasting] = useState<boolean | null>(null)
  // Open at first if there are no teams. It stays open when the first team is created.
  if (pasting === null && isEmpty) setPasting(true)
  const isPasting = pasting ?? false
  const actions: Actions = {
    moving: moving.pending,
    onPlayer: players.put,
    onEdit: (player) => setDialog({ kind: 'player', player }),
    onMove: (player) => setDialog({ kind: 'move', player }),
    onEditTeam: (team) => setDialog({ kind: 'team', team }),
  }
  return (
    <Stack gap="lg">
      <PageTitle>{words.title}</PageTitle>
      <Group gap="sm" role="search" className={styles.tools}>
        <TextInput
          className={form.grow}
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<Icon name="search" size={18} />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Button
          variant="default"
          size="md"
          aria-expanded={isPasting}
          onClick={() => setPasting(!isPasting)}
        >
          {paste.open}
        </Button>
        <Button
          {...(isPasting && { variant: 'default' })}
          size="md"
          onClick={() => setDialog({ kind: 'team', team: null })}
        >
          {words.addTeam}
        </Button>
        <Button
          variant="default"
          size="md"
          onClick={() => setDialog({ kind: 'player', player: null })}
        >
          {words.addPlayer}
        </Button>
      </Group>
      {rows && isPasting && (
        <PasteList
          tournament={id}
          squads={squads}
          onSaved={() => {
            setPasting(false)
            void reload()
          }}
        />
      )}
      <p role="status" className={form.lead}>
        {rows && summary(squads, matching, deferredSearch)}
      </p>
      <ProblemNote problem={moving.problem} title={moving.failed} onDismiss={moving.dismiss} />
      <CommandNotes places={[notePlace.teams]} />
      <VisuallyHidden aria-live="polite">{moving.announcement}</VisuallyHidden>
      <ListState list={{ failure, reload, rows: rows && [matching] }} empty="">
        {() => (
          <Dragging onMove={(player, team) => void moving.move(player, team)}>
            <Columns squads={matching} isSearch={deferredSearch.trim() !== ''} actions={actions} />
          </Dragging>
        )}
      </ListState>
      {dialog?.kind === 'team' && <TeamDialog tournament={id} team={dialog.team} onClose={close} />}
      {dialog?.kind === 'player' && (
        <PlayerDialog
          tournament={id}
          player={dialog.player}
          onPlayer={players.put}
          onGone={players.drop}
          onClose={close}
        />
      )}
      {dialog?.kind === 'move' && (
        <MoveDialog
          player={dialog.player}
          onTeam={(team) => {
            close()
            void moving.move(dialog.player, team)
          }}
          onClose={close}
        />
      )}
    </Stack>
  )
}

type ColumnsProps = { squads: Squad<Player>[]; isSearch: boolean; actions: Actions }

function Columns({ squads, isSearch, actions }: ColumnsProps) {
  const [free, ...teams] = squads
  const hasPlayers = squads.some(({ players }) => players.length > 0)
  return (
    <div className={styles.columns}>
      {free && (
        <FreeAgents
          squad={free}
          actions={actions}
          empty={isSearch ? words.noFreeFound : hasPlayers ? words.noFree : words.noneYet}
        />
      )}
      <section aria-label={words.teams}>
        <Title order={2} size="h4" mb="xs">
          {words.teams}
        </Title>
        {teams.length === 0 && <Empty>{isSearch ? words.noTeamsFound : words.noTeams}</Empty>}
        <div className={styles.teams}>
          {teams.map((squad) => (
            <TeamCard key={squad.team?.id} squad={squad} actions={actions} />
          ))}
        </div>
      </section>
    </div>
  )
}

function summary(all: Squad<Player>[], matching: Squad<Player>[], search: string): string {
  const players = all.flatMap((squad) => squad.players)
  const checkedIn = players.filter(({ checkInTime }) => checkInTime !== null)
  if (search.trim() === '') return words.summary(players.length, checkedIn.length, all.length - 1)
  return words.found(matching.flatMap((squad) => squad.players).length, matching.length - 1)
}

/** Moves players to other teams. They are shown in the old team until the server confirms (P11). */
function useMoving(onPlayer: (player: Player) => void) {
  const { problem, save, dismiss } = useSaving()
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set())
  const [failed, setFailed] = useState('')
  const [announcement, setAnnouncement] = useState('')

  async function move({ id, name }: Player, team: IdAndName | null): Promise<void> {
    setPending((before) => new Set([...before, id]))
    const body = { team: team?.id ?? null }
    const saved = await save(rest.patch('/api/tournament/player/:id/', { id }, body))
    setPending((before) => new Set([...before].filter((other) => other !== id)))
    if (!saved.ok) return setFailed(words.moveFailed(name))
    onPlayer(saved.answer)
    setAnnouncement(words.moved(name, team?.name ?? words.free))
  }

  return { pending, problem, failed, announcement, dismiss, move }
}

type Props = { player: Player; onTeam: (team: IdAndName | null) => void; onClose: () => void }

/** Moves a player to another team without dragging. */
function MoveDialog({ player, onTeam, onClose }: Props) {
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

import { Button, Group, VisuallyHidden, Checkbox, Stack, TextInput } from '@mantine/core'
import { useMemo, useState, useDeferredValue } from 'react'
import type { DraftRow } from '#events/schema/rows.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useDoubleTapGuard } from '../../hooks/useDoubleTapGuard.ts'
import { draft as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { Board, TurnBar } from './Board.tsx'
import styles from './Draft.module.css'
import { teamName, turnIn } from './draft.ts'
import type { Turn } from './draft.ts'
import { Finalize } from './Finalize.tsx'
import type { useDraft } from './useDraft.ts'
import '@mantine/core/styles/Checkbox.layer.css'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import form from '../../ui/Form.module.css'
import { Near } from '../../ui/Near.tsx'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { byName } from '../../core/by-name.ts'
import { chunksOf } from '../teams/roster.ts'
import { Empty } from '../../ui/Empty.tsx'

const chunkSize = 24

type Drafting = ReturnType<typeof useDraft>
type Props = {
  draft: DraftRow
  drafting: Drafting
  players: Player[]
  nameOf: (player: number) => string
}

/** The board, the remaining players, and the bar whose button names its action (ux 4). */
export function Picking({ draft, drafting, players, nameOf }: Props) {
  const picked = useMemo(() => new Set(draft.picks.map(({ player }) => player)), [draft.picks])
  const [chosen, setChosen] = useState<Player | null>(null)
  const [replaced, setReplaced] = useState<{ turn: Turn; player: number } | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const isFree = chosen !== null && !picked.has(chosen.id)

  async function pick(turn: Turn, player: Player): Promise<void> {
    const refused = await drafting.pick(turn, player.id)
    if (refused !== null) return
    setChosen(null)
    setAnnouncement(words.picked(player.name, teamName(draft, turn.team)))
  }

  return (
    <>
      <TurnBar draft={draft} />
      <Board
        draft={draft}
        nameOf={nameOf}
        onReplace={(turn, player) => {
          drafting.dismiss()
          setReplaced({ turn, player })
        }}
      />
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      <Remaining
        players={players}
        picked={picked}
        chosen={isFree ? chosen.id : null}
        onChoose={(player) => setChosen(player.id === chosen?.id ? null : player)}
      />
      <Bar
        draft={draft}
        drafting={drafting}
        chosen={isFree ? chosen : null}
        nameOf={nameOf}
        onPick={(turn, player) => void pick(turn, player)}
      />
      {replaced && (
        <Dialog
          onClose={() => setReplaced(null)}
          title={words.replaceTitle(nameOf(replaced.player))}
          size="lg"
          hasCross
        >
          <ProblemNote
            problem={drafting.problem}
            title={drafting.failed}
            onDismiss={drafting.dismiss}
          />
          <Remaining
            players={players}
            picked={picked}
            chosen={null}
            onChoose={({ id }) =>
              void drafting
                .replace(replaced.turn, id, replaced.player)
                .then((refused) => refused ?? setReplaced(null))
            }
          />
        </Dialog>
      )}
    </>
  )
}

type BarProps = {
  draft: DraftRow
  drafting: Drafting
  chosen: Player | null
  nameOf: (player: number) => string
  onPick: (turn: Turn, player: Player) => void
}

function Bar({ draft, drafting, chosen, nameOf, onPick }: BarProps) {
  const turn = turnIn(draft)
  const last = draft.picks.at(-1)
  const once = useDoubleTapGuard()
  const label =
    chosen === null || turn === null
      ? words.chooseFirst
      : turn.round === 0
        ? words.pickCaptain(chosen.name, teamName(draft, turn.team))
        : words.pick(chosen.name, teamName(draft, turn.team))
  return (
    <div className={styles.bar}>
      <ProblemNote
        problem={drafting.problem?.code === 'DRAFT_OPEN' ? null : drafting.problem}
        title={drafting.failed}
        onDismiss={drafting.dismiss}
      />
      <Group gap="sm">
        {turn && (
          <Button
            size="lg"
            className={styles.main}
            aria-disabled={chosen === null || undefined}
            data-disabled={chosen === null || undefined}
            loading={drafting.isSaving}
            onClick={() =>
              chosen && once(() => onPick(turn, chosen), `${turn.round}/${turn.index}/${chosen.id}`)
            }
          >
            {label}
          </Button>
        )}
        <Button
          variant="default"
          size="lg"
          className={styles.main}
          leftSection={<Icon name="undo" />}
          disabled={!last}
          onClick={() => last && once(() => void drafting.undo(last.player), `undo${last.player}`)}
        >
          {last ? words.undo(nameOf(last.player), teamName(draft, last.team)) : words.undoNothing}
        </Button>
        {turn === null && <Finalize drafting={drafting} isMain />}
      </Group>
    </div>
  )
}

type RemainingProps = {
  players: readonly Player[]
  /** ids of the players who are already picked */
  picked: ReadonlySet<number>
  chosen: number | null
  onChoose: (player: Player) => void
}

/** The players a captain can pick from. */
function Remaining({ players, picked, chosen, onChoose }: RemainingProps) {
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

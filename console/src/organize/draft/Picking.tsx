import { Button, Group, VisuallyHidden } from '@mantine/core'
import { useMemo, useState } from 'react'
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
import { Remaining } from './Remaining.tsx'
import type { useDraft } from './useDraft.ts'

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

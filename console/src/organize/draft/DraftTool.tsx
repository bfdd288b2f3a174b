import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack, Switch } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DraftRow } from '../../../../events/schema/rows.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { setSound, useSound } from '../../core/sound.ts'
import { savingText } from '../../core/text/saving.ts'
import { draft as words } from './text.ts'
import { SegmentButton } from '../../ui/SegmentLink.tsx'
import type { SegmentProps } from '../../ui/segment.ts'
import { Waiting } from '../../ui/Frame.tsx'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { usePlayers } from '../teams/usePlayers.ts'
import { Board, TurnBar } from './Board.tsx'
import { turnIn } from './draft.ts'
import styles from './Draft.module.css'
import { Finalize } from './Finalize.tsx'
import { Picking } from './Picking.tsx'
import { Setup } from './Setup.tsx'
import { useDraft } from './useDraft.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

/** A captain draft, from its teams to their players. `board`: for the room, without any control. */
export default function DraftTool({ rest }: SegmentProps) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const drafting = useDraft()
  const { draft, isKnown } = drafting
  const players = usePlayers(tournament.id)
  const { rows, failure, reload } = players
  const names = useMemo(() => new Map(rows?.map(({ id, name }) => [id, name])), [rows])
  const nameOf = (id: number) => names.get(id) ?? words.unknown(id)
  const [isAgain, setAgain] = useState(false)
  if (!isKnown) return <Waiting />
  if (rest[0] === 'board' && draft) return <Room draft={draft} nameOf={nameOf} />
  const isSetUp = draft === null || isAgain
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <PageTitle>{words.title}</PageTitle>
        {draft && !isSetUp && <Tools draft={draft} drafting={drafting} />}
      </Group>
      {isSetUp ? (
        <>
          <p className={form.lead}>{words.lead}</p>
          <section className={form.section}>
            <h2>{words.set}</h2>
            <Setup
              isWide
              draft={null}
              button={words.begin}
              saving={drafting}
              onSave={async (settings) => {
                if (!(await drafting.set(settings, draft))) setAgain(false)
              }}
              onCancel={isAgain ? () => setAgain(false) : undefined}
            />
          </section>
        </>
      ) : (
        <ListState list={{ failure, reload, rows: rows && [rows] }} empty="">
          {([players = []]) => (
            <Running
              draft={draft}
              drafting={drafting}
              players={players}
              nameOf={nameOf}
              onAgain={() => setAgain(true)}
            />
          )}
        </ListState>
      )}
    </Stack>
  )
}

type ToolsProps = { draft: DraftRow; drafting: ReturnType<typeof useDraft> }

function Tools({ draft, drafting }: ToolsProps) {
  /** the draft as it was when its settings were opened: a rival's change since then is told */
  const [opened, setOpened] = useState<DraftRow | null>(null)
  const isOn = useSound((sound) => sound.isOn)
  const close = () => {
    drafting.dismiss()
    setOpened(null)
  }
  return (
    <Group gap="sm">
      <SegmentButton to="draft-tool/board" variant="default" size="md">
        {words.bigBoard}
      </SegmentButton>
      {draft.createdTeams === null && (
        <Button variant="default" size="md" onClick={() => setOpened(draft)}>
          {words.settings}
        </Button>
      )}
      {turnIn(draft) && <Finalize drafting={drafting} />}
      <Switch
        className={form.choice}
        label={words.sound}
        checked={isOn}
        onChange={({ currentTarget }) => setSound(currentTarget.checked)}
      />
      {opened && (
        <Dialog title={words.settingsTitle} size="lg" onClose={close}>
          <Setup
            draft={opened}
            button={savingText.save}
            saving={drafting}
            onSave={async (settings) => {
              if (!(await drafting.set(settings, opened))) setOpened(null)
            }}
            onCancel={close}
          />
        </Dialog>
      )}
    </Group>
  )
}

type RunningProps = ToolsProps & {
  players: Player[]
  nameOf: (player: number) => string
  onAgain: () => void
}

function Running({ draft, drafting, players, nameOf, onAgain }: RunningProps) {
  if (draft.createdTeams === null) {
    return <Picking draft={draft} drafting={drafting} players={players} nameOf={nameOf} />
  }
  return (
    <>
      <TurnBar draft={draft} />
      <p className={form.lead}>{words.isFinal}</p>
      <Group gap="sm">
        <SegmentButton to="teams" size="md">
          {words.toTeams}
        </SegmentButton>
        <Button variant="default" size="md" onClick={onAgain}>
          {words.again}
        </Button>
      </Group>
      <Board draft={draft} nameOf={nameOf} />
    </>
  )
}

function Room({ draft, nameOf }: { draft: DraftRow; nameOf: (player: number) => string }) {
  return (
    <Stack gap="md" align="stretch" className={styles.room}>
      <h1 className="unseen">{words.bigBoard}</h1>
      <TurnBar draft={draft} />
      <Board draft={draft} nameOf={nameOf} />
      <SegmentButton
        to="draft-tool"
        variant="default"
        size="md"
        style={{ alignSelf: 'flex-start' }}
      >
        {words.closeBoard}
      </SegmentButton>
    </Stack>
  )
}

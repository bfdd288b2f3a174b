import '@mantine/core/styles/Input.layer.css'
import { Button, Group, Stack, Switch } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { DraftRow } from '#events/schema/rows.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { setSound, useSound } from '../../core/sound.ts'
import { savingText } from '../../core/text/forms.ts'
import { text } from '../../core/text/text.ts'
import { draft as words } from '../../core/text/organize/teams.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { Waiting } from '../../ui/Layout.tsx'
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
import { Section } from '../../ui/page/Section.tsx'

/** The captain draft. The `board` path shows it read-only for a screen in the room. */
export default function DraftTool({ rest }: AdminScreenProps) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const drafting = useDraft()
  const { draft, isLoaded } = drafting
  const players = usePlayers(tournament.id)
  const { rows, failure, reload } = players
  const names = useMemo(() => new Map(rows?.map(({ id, name }) => [id, name])), [rows])
  const nameOf = (id: number) => names.get(id) ?? words.unknown(id)
  const [isRestarting, setRestarting] = useState(false)
  if (!isLoaded) return <Waiting />
  if (rest[0] === 'board' && draft) return <RoomBoard draft={draft} nameOf={nameOf} />
  const isSetUp = draft === null || isRestarting
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <PageTitle>{words.title}</PageTitle>
        {draft && !isSetUp && <Tools draft={draft} drafting={drafting} />}
      </Group>
      {isSetUp ? (
        <>
          <p className={form.lead}>{words.lead}</p>
          <Section title={words.set}>
            <Setup
              isWide
              draft={null}
              button={words.begin}
              saving={drafting}
              onSave={async (settings) => {
                if (!(await drafting.set(settings, draft))) setRestarting(false)
              }}
              onCancel={isRestarting ? () => setRestarting(false) : undefined}
            />
          </Section>
        </>
      ) : (
        <ListState list={{ failure, reload, rows: rows && [rows] }} empty="">
          {([players = []]) => (
            <DraftContent
              draft={draft}
              drafting={drafting}
              players={players}
              nameOf={nameOf}
              onRestart={() => setRestarting(true)}
            />
          )}
        </ListState>
      )}
    </Stack>
  )
}

type ToolsProps = { draft: DraftRow; drafting: ReturnType<typeof useDraft> }

function Tools({ draft, drafting }: ToolsProps) {
  /** The draft when its settings were opened, to detect a concurrent change. */
  const [opened, setOpened] = useState<DraftRow | null>(null)
  const isOn = useSound((sound) => sound.isOn)
  const close = () => {
    drafting.dismiss()
    setOpened(null)
  }
  return (
    <Group gap="sm">
      <AdminLinkButton to="draft-tool/board" variant="default" size="md">
        {words.bigBoard}
      </AdminLinkButton>
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

type DraftContentProps = ToolsProps & {
  players: Player[]
  nameOf: (player: number) => string
  onRestart: () => void
}

function DraftContent({ draft, drafting, players, nameOf, onRestart }: DraftContentProps) {
  if (draft.createdTeams === null) {
    return <Picking draft={draft} drafting={drafting} players={players} nameOf={nameOf} />
  }
  return (
    <>
      <TurnBar draft={draft} />
      <p className={form.lead}>{words.isFinal}</p>
      <Group gap="sm">
        <AdminLinkButton to="teams" size="md">
          {words.toTeams}
        </AdminLinkButton>
        <Button variant="default" size="md" onClick={onRestart}>
          {words.again}
        </Button>
      </Group>
      <Board draft={draft} nameOf={nameOf} />
    </>
  )
}

function RoomBoard({ draft, nameOf }: { draft: DraftRow; nameOf: (player: number) => string }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  return (
    <Stack gap="md" align="stretch" className={styles.room}>
      <title>{text.title(words.bigBoard, tournament.name)}</title>
      <h1 className="unseen">{words.bigBoard}</h1>
      <TurnBar draft={draft} />
      <Board draft={draft} nameOf={nameOf} />
      <AdminLinkButton
        to="draft-tool"
        variant="default"
        size="md"
        style={{ alignSelf: 'flex-start' }}
      >
        {words.closeBoard}
      </AdminLinkButton>
    </Stack>
  )
}

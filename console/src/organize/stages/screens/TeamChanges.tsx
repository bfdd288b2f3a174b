import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Button, NativeSelect, Radio, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import type { BracketRow } from '#events/schema/rows.ts'
import { notePlace } from '#console/src/core/presses/actions.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import type { CloseCondition } from '#console/src/core/live/match-change.ts'
import { teamName } from '#console/src/core/live/select.ts'
import { Confirm } from '#console/src/ui/Confirm.tsx'
import forms from '#console/src/ui/Form.module.css'
import { ProblemNote } from '#console/src/ui/ProblemNote.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import { useSaving } from '#console/src/query/useSaving.ts'
import { useAutoClosingDialog } from '#console/src/hooks/useAutoClosingDialog.ts'
import { ending } from '#console/src/core/text/officiate/referee.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { rest } from '#console/src/core/rest.ts'
import { Section } from '#console/src/ui/page/Section.tsx'
import { rowChoices } from '#console/src/ui/form/choices.ts'

type WithdrawalMethod = keyof typeof stages.late.hows
type Team = { id: number; name: string }
type Withdrawal = { team: number; name: string; how: WithdrawalMethod }

const words = stages.late

/** Adds a late team to a stage and withdraws a team from it (R-RR-5). */
export function TeamChanges({ stage }: { stage: BracketRow }) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  if (!stage.isCreated) return null
  const all = Object.values(teams).toSorted((a, b) => a.id - b.id)
  const freeTeams = all.filter(({ id }) => !stage.teams.includes(id))
  const stageTeams = all.filter(
    ({ id }) => stage.teams.includes(id) && !stage.withdrawn.includes(id),
  )
  return (
    <Section id={`late-${stage.id}`} title={words.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg" className={forms.halves}>
        <AddLateTeam stage={stage} teams={freeTeams} />
        <WithdrawTeam stage={stage} teams={stageTeams} />
      </SimpleGrid>
    </Section>
  )
}

type Props = { stage: BracketRow; teams: Team[] }

function AddLateTeam({ stage, teams }: Props) {
  const [team, setTeam] = useState('')
  const rows = useLiveState((shown) => shown.live.rows)
  const { isSaving, problem, save, dismiss } = useSaving()
  const add = () =>
    save(
      rest.put('/api/tournament/bracket/:id/add-team/', { id: stage.id }, { team: Number(team) }),
      () => (toast(words.added(teamName(rows, Number(team)))), setTeam('')),
    )
  return (
    <Stack gap="lg">
      <TeamChoice
        label={words.add}
        hint={words.addHint}
        none={words.noneFree}
        teams={teams}
        value={team}
        onChange={setTeam}
      />
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <Button
        variant="default"
        size="md"
        disabled={team === '' || isSaving}
        onClick={() => void add()}
      >
        {words.addNow}
      </Button>
    </Stack>
  )
}

function WithdrawTeam({ stage, teams }: Props) {
  const [team, setTeam] = useState('')
  const [how, setHow] = useState<WithdrawalMethod>('forfeit')
  const place = notePlace.stage(stage.id)
  const dialog = useAutoClosingDialog<Withdrawal>(place)
  const request = dialog.subject
  const rows = useLiveState((shown) => shown.live.rows)
  const { isSaving, problem, save, dismiss } = useSaving()
  const name = teamName(rows, Number(team))
  const path = '/api/tournament/bracket/:id/withdraw-team/'
  const withdraw = ({ team, name, how }: Withdrawal) =>
    save(rest.put(path, { id: stage.id }, { team, how }), () => {
      toast(words.left(name))
      setTeam('')
    })
  return (
    <Stack gap="lg">
      <TeamChoice
        label={words.leave}
        none={words.noneIn}
        teams={teams}
        value={team}
        onChange={setTeam}
      />
      <HowChoice how={how} onChange={setHow} />
      <ProblemNote problem={problem} onDismiss={dismiss} />
      <Button
        variant="default"
        size="md"
        disabled={team === '' || isSaving}
        onClick={() =>
          dialog.open(
            { team: Number(team), name, how },
            closedByWithdrawal(stage, Number(team), name),
          )
        }
      >
        {words.leaveNow}
      </Button>
      {request && (
        <Confirm
          title={words.sure(request.name)}
          reasons={[words.howHints[request.how]]}
          yes={words.hows[request.how]}
          onYes={() => void withdraw(request)}
          onClose={dialog.close}
        />
      )}
    </Stack>
  )
}

/** Closes the confirmation when somebody else has withdrawn the team. */
function closedByWithdrawal(
  { id, name }: BracketRow,
  team: number,
  withdrawnName: string,
): CloseCondition {
  return ({ live }) => {
    const stage = live.rows.bracket[id]
    const isIn = stage && stage.teams.includes(team) && !stage.withdrawn.includes(team)
    return isIn ? null : { reason: ending.left(withdrawnName, name) }
  }
}

function HowChoice({
  how,
  onChange,
}: {
  how: WithdrawalMethod
  onChange: (how: WithdrawalMethod) => void
}) {
  return (
    <Radio.Group label={words.how} value={how} onChange={onChange}>
      {Object.entries(words.hows).map(([value, label]) => (
        <Radio
          key={value}
          value={value}
          className={forms.choice}
          label={label}
          description={words.howHints[value as WithdrawalMethod]}
        />
      ))}
    </Radio.Group>
  )
}

type ChoiceProps = {
  label: string
  hint?: string
  none: string
  teams: Team[]
  value: string
  onChange: (team: string) => void
}

function TeamChoice({ label, hint, none, teams, value, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      description={teams.length === 0 ? none : hint}
      disabled={teams.length === 0}
      value={value}
      data={rowChoices(words.choose, teams)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

import '@mantine/core/styles/Radio.layer.css'
import { ActionIcon, Button, Radio, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { PickOrder } from '../../../../events/rules/pick-order.ts'
import type { DraftRow } from '../../../../events/schema/rows.ts'
import form from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import type { Problem } from '../../query/useSaving.ts'
import { draft as words } from './text.ts'
import styles from './Draft.module.css'
import { vector } from './draft.ts'
import type { DraftSettings } from './useDraft.ts'

type Props = {
  /** null: none yet, or another one is begun */
  draft: DraftRow | null
  button: string
  isSaving: boolean
  problem: Problem | null
  onDismiss: () => void
  onSave: (settings: DraftSettings) => void
  children?: ReactNode
}
const orders: PickOrder[] = ['straight', 'serpentine', 'reverse3']
const usual: DraftSettings = {
  draftOrder: 'serpentine',
  teams: Array.from({ length: 4 }, () => ({ name: '', players: [] })),
  lastRound: 4,
  pickSeconds: null,
}

/** Which teams pick, in which order, and how long they may think. */
export function Setup(props: Props) {
  const { draft, button, isSaving, problem, onDismiss, onSave, children } = props
  const [settings, setSettings] = useState<DraftSettings>(() => settingsOf(draft) ?? usual)
  const [isTried, setTried] = useState(false)
  const set = (part: Partial<DraftSettings>) => setSettings((now) => ({ ...now, ...part }))
  const { draftOrder, teams, lastRound, pickSeconds } = settings
  const isShort = teams.length < 2
  return (
    <form
      noValidate
      className={form.form}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isShort && !isSaving) onSave(settings)
      }}
    >
      <Orders order={draftOrder} onOrder={(draftOrder) => set({ draftOrder })} />
      <Teams teams={teams} onTeams={(teams) => set({ teams })} />
      <Stepper
        label={words.rounds}
        value={lastRound}
        min={1}
        max={4}
        onChange={(lastRound) => set({ lastRound })}
      />
      <Switch
        size="lg"
        color="gray.6"
        withThumbIndicator={false}
        className={form.choice}
        label={words.clock}
        description={words.clockHint}
        checked={pickSeconds !== null}
        onChange={({ currentTarget }) => set({ pickSeconds: currentTarget.checked ? 60 : null })}
      />
      {pickSeconds !== null && (
        <Stepper
          label={words.seconds}
          value={pickSeconds}
          min={5}
          max={3_600}
          step={15}
          names={{ less: words.fewer, more: words.more }}
          onChange={(pickSeconds) => set({ pickSeconds })}
        />
      )}
      {isTried && isShort && (
        <p role="alert" className={styles.fault}>
          {words.needTeams}
        </p>
      )}
      <ProblemNote problem={problem} title={words.setFailed} onDismiss={onDismiss} />
      <div className={form.row}>
        <Button type="submit" size="md" className={form.button} loading={isSaving}>
          {button}
        </Button>
        {children}
      </div>
    </form>
  )
}

type OrdersProps = { order: PickOrder; onOrder: (order: PickOrder) => void }

function Orders({ order, onOrder }: OrdersProps) {
  const extra: PickOrder = 'third_round_reversal'
  return (
    <Radio.Group label={words.order} value={order} onChange={(order) => onOrder(order)}>
      {orders.map((one) => (
        <Order key={one} order={one} />
      ))}
      <details className={styles.extra} open={order === extra}>
        <summary>{words.extra}</summary>
        <p className={styles.dim}>{words.extraHint}</p>
        <Order order={extra} />
      </details>
    </Radio.Group>
  )
}

function Order({ order }: { order: PickOrder }) {
  return (
    <Radio
      value={order}
      size="md"
      className={form.choice}
      label={words.orders[order]}
      description={`${words.orderHints[order]} ${words.orderOf(vector(order, 4))}.`}
    />
  )
}

type Team = DraftSettings['teams'][number]
type TeamsProps = { teams: Team[]; onTeams: (teams: Team[]) => void }

function Teams({ teams, onTeams }: TeamsProps) {
  return (
    <fieldset className={styles.teams}>
      <legend>{words.teams}</legend>
      {teams.map(({ name, players }, index) => {
        const shown = name || words.team(index + 1)
        const hasPicks = players.some((player) => player !== null)
        return (
          <div key={index} className={styles.teamRow}>
            <span className={styles.place2}>{index + 1}</span>
            <TextInput
              className={form.grow}
              aria-label={words.teamName(index + 1)}
              placeholder={`${words.team(index + 1)} (${words.teamNameLater})`}
              maxLength={100}
              value={name}
              onChange={({ currentTarget }) =>
                onTeams(teams.with(index, { players, name: currentTarget.value }))
              }
            />
            <ActionIcon
              variant="default"
              size={44}
              aria-label={words.earlier(shown)}
              disabled={index === 0}
              onClick={() =>
                onTeams(teams.toSpliced(index, 1).toSpliced(index - 1, 0, { name, players }))
              }
            >
              <Icon name="up" />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={44}
              aria-label={words.removeTeam(shown)}
              title={hasPicks ? words.hasPicks : undefined}
              disabled={hasPicks}
              onClick={() => onTeams(teams.toSpliced(index, 1))}
            >
              <Icon name="cross" />
            </ActionIcon>
          </div>
        )
      })}
      <div>
        <Button
          variant="default"
          size="md"
          className={form.button}
          disabled={teams.length >= 64}
          onClick={() => onTeams([...teams, { name: '', players: [] }])}
        >
          {words.addTeam}
        </Button>
      </div>
    </fieldset>
  )
}

function settingsOf(draft: DraftRow | null): DraftSettings | null {
  if (!draft) return null
  const { draftOrder, teams, lastRound, pickSeconds } = draft
  return { draftOrder, teams, lastRound, pickSeconds }
}

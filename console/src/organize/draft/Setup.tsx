import '@mantine/core/styles/Radio.layer.css'
import {
  lastDraftRound,
  maxDraftTeams,
  maxPickSeconds,
  minPickSeconds,
} from '#events/rules/limits.ts'
import {
  ActionIcon,
  Button,
  Group,
  Input,
  Radio,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import type { PickOrder } from '#events/rules/pick-order.ts'
import type { DraftRow } from '#events/schema/rows.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { draft as words } from '../../core/text/organize/teams.ts'
import { vector } from './draft.ts'
import type { DraftSettings } from './useDraft.ts'

type Props = {
  /** null: there is no draft yet, or a new one is being set up */
  draft: DraftRow | null
  button: string
  saving: Saving
  onSave: (settings: DraftSettings) => Promise<void>
  onCancel?: (() => void) | undefined
  /** laid out for a page instead of a dialog */
  isWide?: boolean
}
const orders: PickOrder[] = ['straight', 'serpentine', 'reverse3']
const defaultSettings: DraftSettings = {
  draftOrder: 'serpentine',
  teams: Array.from({ length: 4 }, () => ({ name: '', players: [] })),
  lastRound: lastDraftRound,
  pickSeconds: null,
}

/** The settings of a draft: teams, pick order, rounds and pick clock. */
export function Setup({ draft, button, saving, onSave, onCancel, isWide = false }: Props) {
  const form = useEditedForm<DraftSettings>({
    server: settingsOf(draft) ?? defaultSettings,
    saving,
    check: ({ teams }) => ({ ...(teams.length < 2 && { teams: words.needTeams }) }),
  })
  const { draftOrder, teams, lastRound, pickSeconds } = form.values
  return (
    <EditForm
      form={form}
      // Sent as a whole, because the list of picks depends on all settings.
      onSave={(_, settings) => onSave(settings)}
      failed={words.setFailed}
      button={button}
      onCancel={onCancel}
      isWide={isWide}
    >
      <SimpleGrid cols={{ base: 1, md: isWide ? 2 : 1 }} spacing="xl">
        <Orders order={draftOrder} onOrder={(draftOrder) => form.set({ draftOrder })} />
        <Teams teams={teams} onTeams={(teams) => form.set({ teams })} />
      </SimpleGrid>
      <Stepper
        label={words.rounds}
        value={lastRound}
        min={1}
        max={lastDraftRound}
        onChange={(lastRound) => form.set({ lastRound })}
      />
      <Switch
        className={forms.choice}
        label={words.clock}
        description={words.clockHint}
        checked={pickSeconds !== null}
        onChange={({ currentTarget }) =>
          form.set({ pickSeconds: currentTarget.checked ? 60 : null })
        }
      />
      {pickSeconds !== null && (
        <Stepper
          label={words.seconds}
          value={pickSeconds}
          min={minPickSeconds}
          max={maxPickSeconds}
          step={15}
          names={{ less: words.fewer, more: words.more }}
          onChange={(pickSeconds) => form.set({ pickSeconds })}
        />
      )}
      {form.errors['teams'] && (
        <p role="alert" className="fault">
          {form.errors['teams']}
        </p>
      )}
    </EditForm>
  )
}

type OrdersProps = { order: PickOrder; onOrder: (order: PickOrder) => void }

function Orders({ order, onOrder }: OrdersProps) {
  const rareOrder: PickOrder = 'third_round_reversal'
  return (
    <Radio.Group label={words.order} value={order} onChange={(order) => onOrder(order)}>
      {orders.map((option) => (
        <Order key={option} order={option} />
      ))}
      <details open={order === rareOrder}>
        <summary className={forms.link}>{words.extra}</summary>
        <p className="dim">{words.extraHint}</p>
        <Order order={rareOrder} />
      </details>
    </Radio.Group>
  )
}

function Order({ order }: { order: PickOrder }) {
  return (
    <Radio
      value={order}
      className={forms.choice}
      label={words.orders[order]}
      description={`${words.orderHints[order]} ${words.orderOf(vector(order, 4))}.`}
    />
  )
}

type Team = DraftSettings['teams'][number]
type TeamsProps = { teams: Team[]; onTeams: (teams: Team[]) => void }

function Teams({ teams, onTeams }: TeamsProps) {
  return (
    <Input.Wrapper
      component="fieldset"
      labelElement="div"
      size="md"
      label={words.teams}
      aria-label={words.teams}
    >
      <Stack gap="xs">
        {teams.map(({ name, players }, index) => {
          const shown = name || words.team(index + 1)
          const hasPicks = players.some((player) => player !== null)
          return (
            <Group gap="xs" wrap="nowrap" key={index}>
              <Text span c="dimmed" w="1.5rem" ta="end">
                {index + 1}
              </Text>
              <TextInput
                className={forms.grow}
                aria-label={words.teamName(index + 1)}
                placeholder={words.team(index + 1)}
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
            </Group>
          )
        })}
        <div>
          <Button
            variant="default"
            size="md"
            disabled={teams.length >= maxDraftTeams}
            onClick={() => onTeams([...teams, { name: '', players: [] }])}
          >
            {words.addTeam}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}

function settingsOf(draft: DraftRow | null): DraftSettings | null {
  if (!draft) return null
  const { draftOrder, teams, lastRound, pickSeconds } = draft
  return { draftOrder, teams, lastRound, pickSeconds }
}

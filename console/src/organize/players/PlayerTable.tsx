import '@mantine/core/styles/Table.layer.css'
import { Button, Group, Table, Text } from '@mantine/core'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { dollars } from '../../core/money.ts'
import { payments } from '../../core/text/organize/registration.ts'
import { players as words } from '../../core/text/organize/teams.ts'
import type {
  Answer,
  ChosenOption,
  Player,
  Question,
} from '../../spectate/registration/registration-body.ts'
import { columns, directionOf } from './query.ts'
import type { Column, Query } from './query.ts'
import styles from './RegisteredPlayers.module.css'
import type { PageOfPlayers } from './usePlayerPage.ts'

type Props = {
  page: PageOfPlayers
  questions: readonly Question[]
  query: Query
  onSort: (column: Column) => void
  onPayments: (player: Player) => void
}

/** A row per player, with columns for everything they entered at registration. */
export function PlayerTable({ page, questions, query, onSort, onPayments }: Props) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={words.title}>
      <Table verticalSpacing="sm" captionSide="top" stickyHeader>
        <Table.Caption className={styles.caption} role="status">
          {words.caption(page.count)}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} aria-sort={directionOf(query, column)}>
                <button
                  type="button"
                  data-content
                  className={styles.sort}
                  onClick={() => onSort(column)}
                >
                  {words.columns[column]}
                  <Direction query={query} column={column} />
                </button>
              </Table.Th>
            ))}
            <Table.Th>{words.email}</Table.Th>
            <Table.Th>{words.pronouns}</Table.Th>
            <Table.Th>{words.scene}</Table.Th>
            <Table.Th>{words.options}</Table.Th>
            {questions.map(({ id, fieldSlug, fieldDescription }) => (
              <Table.Th key={id} title={fieldDescription} className={styles.question}>
                {fieldSlug ?? fieldDescription}
              </Table.Th>
            ))}
            <Table.Th>{words.tidbit}</Table.Th>
            <Table.Th>{words.photo}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {page.results.map((player) => (
            <Row
              key={player.id}
              player={player}
              team={player.team === null ? null : (teams[player.team]?.name ?? null)}
              questions={questions}
              onPayments={onPayments}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function Direction({ query, column }: { query: Query; column: Column }) {
  const direction = directionOf(query, column)
  if (direction === 'none') return <span className={styles.blank} />
  return <Icon name={direction === 'ascending' ? 'up' : 'down'} size={16} />
}

type RowProps = {
  player: Player
  team: string | null
  questions: readonly Question[]
  onPayments: (player: Player) => void
}

function Row({ player, team, questions, onPayments }: RowProps) {
  const { name, registrationTime, checkInTime, price = 0, paid, image, answers = {} } = player
  const { dateTime } = timesInFull(useZone())
  return (
    <Table.Tr>
      <Table.Th scope="row" className={styles.name}>
        {name}
        {player.doNotDisplay && <small className="dim">{words.hidden}</small>}
      </Table.Th>
      <Table.Td className={styles.text}>
        {team ?? <span className="dim">{words.freeAgent}</span>}
      </Table.Td>
      <Table.Td className="nowrap">{registrationTime && dateTime(registrationTime)}</Table.Td>
      <Table.Td className="nowrap">{checkInTime ? dateTime(checkInTime) : words.no}</Table.Td>
      <Table.Td ta="end">{dollars(price)}</Table.Td>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Text span size="sm" miw="2rem">
            {paid ? words.yes : words.no}
          </Text>
          <Button
            variant="default"
            aria-label={payments.openOf(name)}
            onClick={() => onPayments(player)}
          >
            {payments.open}
          </Button>
        </Group>
      </Table.Td>
      <Table.Td className={styles.email}>{player.email}</Table.Td>
      <Table.Td>{player.pronouns}</Table.Td>
      <Table.Td>{player.scene}</Table.Td>
      <Table.Td className={styles.text}>
        {(player.selectedPaymentOptions ?? []).map(optionText).join(', ')}
      </Table.Td>
      {questions.map(({ id, fieldName, choices }) => (
        <Table.Td key={id} className={styles.text}>
          {answerText(answers[fieldName], choices)}
        </Table.Td>
      ))}
      <Table.Td className={styles.text}>{player.tidbit}</Table.Td>
      <Table.Td>
        {image && (
          <a href={image} target="_blank" rel="noopener noreferrer">
            <img
              src={image}
              alt={words.photoOf(name)}
              loading="lazy"
              referrerPolicy="no-referrer"
              className={styles.photo}
            />
          </a>
        )}
      </Table.Td>
    </Table.Tr>
  )
}

function optionText({ paymentOption, quantity, customPrice }: ChosenOption): string {
  return `${quantity} × ${paymentOption.name} ($${customPrice ?? paymentOption.price})`
}

function answerText(answer: Answer | undefined, choices: Question['choices']): string {
  if (answer === undefined || answer === null) return ''
  if (typeof answer === 'boolean') return answer ? words.yes : words.no
  const label = (chosen: string) => choices.find(({ value }) => value === chosen)?.label ?? chosen
  return Array.isArray(answer) ? answer.map(label).join(', ') : label(answer)
}

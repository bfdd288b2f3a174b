import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { shownAt } from '../../core/local-time.ts'
import { dollars, signed } from '../../core/money.ts'
import { payment } from '../payment-account/text.ts'
import { payments as words } from './payments-text.ts'
import type { Line } from './money.ts'
import styles from './PlayerPayments.module.css'

/** Line by line, newest first; nothing in it is ever changed. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={words.caption}>
      <Table verticalSpacing="xs" captionSide="top">
        <Table.Caption ta="start">{words.caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{payment.when}</Table.Th>
            <Table.Th>{payment.kind}</Table.Th>
            <Table.Th ta="end" className="nowrap">
              {payment.amount}
            </Table.Th>
            <Table.Th ta="end" className="nowrap">
              {payment.fee}
            </Table.Th>
            <Table.Th>{words.by}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.toReversed().map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td>{shownAt.format(new Date(line.at))}</Table.Td>
              <Table.Td>{kindOf(line)}</Table.Td>
              <Table.Td ta="end" className="nowrap">
                {signed(line.kind === 'comp' ? line.covers : line.cents)}
              </Table.Td>
              <Table.Td ta="end" className="nowrap">
                {line.fee ? dollars(line.fee) : ''}
              </Table.Td>
              <Table.Td className={styles.by}>{whoOf(line)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function kindOf({ kind, reverses, reason }: Line): string {
  const said = payment.kinds[kind]
  if (reverses !== null) return words.takenBack(said)
  return reason === null ? said : words.letOffFor(said, words.reasons[reason])
}

function whoOf({ by, byName, payment }: Line): string {
  if (by === null) return payment === null ? words.program : words.outside
  return byName ?? words.gone(by)
}

import '@mantine/core/styles/Table.layer.css'
import { Table } from '@mantine/core'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import { dollars, signedDollars } from '../../core/money.ts'
import { payment } from '../../core/text/organize/payment-account.ts'
import { payments as words } from './payments-text.ts'
import { kindOf } from './ledger-kinds.ts'
import type { LedgerEntry } from './money.ts'
import styles from './PlayerPayments.module.css'

/** The append-only ledger of one player, newest entry first. */
export function LedgerEntries({ entries }: { entries: readonly LedgerEntry[] }) {
  const { dateTime } = timesInFull(useZone())
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
          {entries.toReversed().map((entry) => (
            <Table.Tr key={entry.id}>
              <Table.Td>{dateTime(entry.at)}</Table.Td>
              <Table.Td>{kindOf(entry)}</Table.Td>
              <Table.Td ta="end" className="nowrap">
                {signedDollars(entry.kind === 'comp' ? entry.covers : entry.cents)}
              </Table.Td>
              <Table.Td ta="end" className="nowrap">
                {entry.fee ? dollars(entry.fee) : ''}
              </Table.Td>
              <Table.Td className={styles.by}>{enteredBy(entry)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

function enteredBy({ by, byName, payment }: LedgerEntry): string {
  if (by === null) return payment === null ? words.program : words.outside
  return byName ?? words.gone(by)
}

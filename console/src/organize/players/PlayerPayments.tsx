import { SimpleGrid, Stack, Table } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { dollars, signedDollars } from '../../core/money.ts'
import { useList } from '../../query/useList.ts'
import { payments as words, payment } from '../../core/text/organize/registration.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { kindOf } from './ledger-kinds.ts'
import { accountOf } from './money.ts'
import styles from './PlayerPayments.module.css'
import { RefundForm, CashForm, WaiverForm, CardRefundForm } from './PaymentForms.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import '@mantine/core/styles/Table.layer.css'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import type { LedgerEntry } from './money.ts'

type Props = {
  tournament: number
  player: Pick<Player, 'id' | 'name' | 'price'>
  /** deleted, so that nothing is due: payments can only be given back */
  isRemoved?: boolean
  onChanged: () => void
  onClose: () => void
}

/** A player's payments, and forms to enter new ones (R-PM-7). */
export default function PlayerPayments(props: Props) {
  const { tournament, player, isRemoved = false, onChanged, onClose } = props
  const { price = 0 } = player
  const list = useList(
    rest.get('/api/tournament/ledger/', {
      tournamentId: tournament,
      playerId: player.id,
      rowsPerPage,
    }),
  )
  const account = list.rows && accountOf(price, list.rows)
  const facts = useRef<HTMLDivElement>(null)
  const [entryCount, setEntryCount] = useState(0)
  async function reloadAll(): Promise<void> {
    onChanged()
    await list.reload()
  }
  async function resetForms(): Promise<void> {
    await reloadAll()
    setEntryCount((before) => before + 1)
    // The submitted form may no longer be shown, so focus moves to the facts.
    facts.current?.focus()
  }
  const handlers = { onDone: () => void resetForms(), onConflict: () => void reloadAll() }
  return (
    <Dialog onClose={onClose} title={words.openOf(player.name)} size="xl" hasCross>
      <Stack gap="lg">
        {account && (
          <div ref={facts} tabIndex={-1} role="group" aria-label={words.standing}>
            <dl className={styles.facts}>
              {!isRemoved && <Fact name={words.price} cents={price} />}
              <Fact name={words.settled} cents={account.settled} />
              {!isRemoved && <Fact name={words.due} cents={account.due} isMain />}
              {!isRemoved && account.over > 0 && (
                <Fact name={words.over} cents={account.over} isMain />
              )}
            </dl>
          </div>
        )}
        <ListState list={list} empty={words.none}>
          {(entries) => <LedgerEntries entries={entries} />}
        </ListState>
        {account && (
          // Remounted after each entry, so that the initial amounts are computed again.
          <SimpleGrid cols={{ base: 1, sm: 2 }} key={entryCount}>
            {!isRemoved && <CashForm player={player.id} account={account} {...handlers} />}
            {!isRemoved && <WaiverForm player={player.id} account={account} {...handlers} />}
            {account.byHand > 0 && (
              <RefundForm player={player.id} account={account} {...handlers} />
            )}
            {account.cards.length > 0 && (
              <CardRefundForm player={player.id} account={account} {...handlers} />
            )}
          </SimpleGrid>
        )}
      </Stack>
    </Dialog>
  )
}

function Fact({ name, cents, isMain }: { name: string; cents: number; isMain?: boolean }) {
  return (
    <div data-main={isMain}>
      <dt>{name}</dt>
      <dd>{dollars(cents)}</dd>
    </div>
  )
}

/** The append-only ledger of one player, newest entry first. */
function LedgerEntries({ entries }: { entries: readonly LedgerEntry[] }) {
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
                {entry.fee ? signedDollars(entry.fee) : ''}
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

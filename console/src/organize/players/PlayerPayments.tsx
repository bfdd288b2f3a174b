import { SimpleGrid, Stack } from '@mantine/core'
import { useRef, useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { dollars } from '../../core/money.ts'
import { useList } from '../../query/useList.ts'
import { payments as words } from './payments-text.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { Lines } from './Lines.tsx'
import { accountOf } from './money.ts'
import styles from './PlayerPayments.module.css'
import { RefundForm, CashForm, WaiverForm, Refund } from './PaymentForms.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'

type Props = {
  tournament: number
  player: Player
  onChanged: () => void
  onClose: () => void
}

/** What one player paid, and what is to be entered of it (R-PM-7). */
export function PlayerPayments({ tournament, player, onChanged, onClose }: Props) {
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
  const [entered, setEntered] = useState(0)
  async function renew(): Promise<void> {
    onChanged()
    await list.reload()
  }
  async function beginAnew(): Promise<void> {
    await renew()
    setEntered((before) => before + 1)
    // The form that was pressed may be gone with what it was about.
    facts.current?.focus()
  }
  const told = { onDone: () => void beginAnew(), onMoved: () => void renew() }
  return (
    <Dialog onClose={onClose} title={words.openOf(player.name)} size="xl" hasCross>
      <Stack gap="lg">
        {account && (
          <div ref={facts} tabIndex={-1} role="group" aria-label={words.standing}>
            <dl className={styles.facts}>
              <Fact name={words.price} cents={price} />
              <Fact name={words.settled} cents={account.settled} />
              <Fact name={words.due} cents={account.due} isMain />
              {account.over > 0 && <Fact name={words.over} cents={account.over} isMain />}
            </dl>
          </div>
        )}
        <ListState list={list} empty={words.none}>
          {(lines) => <Lines lines={lines} />}
        </ListState>
        {account && (
          // What the fields begin with is worked out anew once it was entered.
          <SimpleGrid cols={{ base: 1, sm: 2 }} key={entered}>
            <CashForm player={player.id} account={account} {...told} />
            <WaiverForm player={player.id} account={account} {...told} />
            {account.byHand > 0 && <RefundForm player={player.id} account={account} {...told} />}
            {account.cards.length > 0 && <Refund player={player.id} account={account} {...told} />}
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

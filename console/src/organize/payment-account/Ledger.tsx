import '@mantine/core/styles/Table.layer.css'
import { Button, Group, Table } from '@mantine/core'
import { useMemo, useState } from 'react'
import { DownloadButton } from '../../ui/form/DownloadButton.tsx'
import form from '../../ui/Form.module.css'
import { ListState } from '../../ui/ListState.tsx'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useZone } from '../../hooks/useZone.ts'
import { signedDollars } from '../../core/money.ts'
import { useList } from '../../query/useList.ts'
import { payment as words } from '../../core/text/organize/registration.ts'
import { kindOf } from '../players/ledger-kinds.ts'
import { playersOf } from '../../spectate/registration/registration-body.ts'
import styles from './PaymentProcessor.module.css'
import { rest, rowsPerPage } from '../../core/rest.ts'

const PlayerPayments = lazyPart(() => import('../players/PlayerPayments.tsx'))

/**
 * The append-only ledger, newest entry first (R-PM-7). Players who were removed are in no other list,
 * so their payments are given back from here.
 */
export function Ledger({ tournament }: { tournament: number }) {
  const list = useList(
    rest.get('/api/tournament/ledger/', { tournamentId: tournament, rowsPerPage }),
  )
  const players = useList(playersOf(tournament))
  const { dateTime } = timesInFull(useZone())
  const names = useMemo(
    () => new Map(players.rows?.map(({ id, name }) => [id, name])),
    [players.rows],
  )
  const [removed, setRemoved] = useState<number | null>(null)
  return (
    <section className={form.section}>
      <Group gap="sm">
        <h2>{words.ledger}</h2>
        <DownloadButton
          href={rest.get('/api/tournament/ledger/csv/', { tournamentId: tournament })}
          label={words.export}
        />
      </Group>
      <ListState list={list} empty={words.ledgerEmpty}>
        {(rows) => (
          <>
            <p>
              <strong>
                {words.total(signedDollars(rows.reduce((sum, { cents }) => sum + cents, 0)))}
              </strong>
            </p>
            <div className="scroll" tabIndex={0} role="region" aria-label={words.ledger}>
              <Table verticalSpacing="sm" captionSide="top">
                <Table.Caption ta="start">{words.caption}</Table.Caption>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{words.when}</Table.Th>
                    <Table.Th>{words.player}</Table.Th>
                    <Table.Th>{words.kind}</Table.Th>
                    <Table.Th ta="end" className="nowrap">
                      {words.amount}
                    </Table.Th>
                    <Table.Th ta="end" className="nowrap">
                      {words.fee}
                    </Table.Th>
                    <Table.Th>{words.reference}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.toReversed().map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td className="nowrap">{dateTime(entry.at)}</Table.Td>
                      <Table.Td>
                        {names.get(entry.player) ??
                          (players.rows === null ? (
                            words.unknownPlayer(entry.player)
                          ) : (
                            <Button
                              variant="default"
                              aria-label={words.paymentsOf(words.removedPlayer(entry.player))}
                              onClick={() => setRemoved(entry.player)}
                            >
                              {words.removedPlayer(entry.player)}
                            </Button>
                          ))}
                      </Table.Td>
                      <Table.Td>{kindOf(entry)}</Table.Td>
                      <Table.Td ta="end" className="nowrap">
                        {signedDollars(entry.kind === 'comp' ? entry.covers : entry.cents)}
                      </Table.Td>
                      <Table.Td ta="end" className="nowrap">
                        {entry.fee === 0 ? '' : signedDollars(entry.fee)}
                      </Table.Td>
                      <Table.Td className={styles.reference}>{entry.payment}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </div>
          </>
        )}
      </ListState>
      {removed !== null && (
        <PlayerPayments
          tournament={tournament}
          player={{ id: removed, name: words.unknownPlayer(removed) }}
          isRemoved
          onChanged={() => void list.reload()}
          onClose={() => setRemoved(null)}
        />
      )}
    </section>
  )
}

import { Button, Stack } from '@mantine/core'
import { timesInFull } from '../../core/time/times-in-full.ts'
import { useZone } from '../../hooks/useZone.ts'
import type { Address, Row, Write } from '../../core/rest.ts'
import { useList } from '../../query/useList.ts'
import { useSaving } from '../../query/useSaving.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { hooks as words } from '../../core/text/organize/publishing.ts'

type Delivery = Row<'/api/tournament/scene/:id/webhook/:webhook/delivery/'>
export type DeliveriesProps = {
  name: string
  path: Address<{ results: Delivery[]; next: string | null }>
  /** omitted if deliveries cannot be sent again */
  sendAgain?: (delivery: number) => Write
  onClose: () => void
}
const everyMs = 2_000

/** The deliveries of a hook and their states, newest first. */
export default function Deliveries({ name, path, sendAgain, onClose }: DeliveriesProps) {
  const list = useList(path, { every: everyMs })
  const { dateTime } = timesInFull(useZone())
  const { save, isSaving, problem, dismiss } = useSaving()

  return (
    <Dialog title={words.deliveriesOf(name)} size="lg" hasCross onClose={onClose}>
      <ProblemNote problem={problem} title={words.againFailed} onDismiss={dismiss} />
      <ListState list={list} empty={words.deliveriesNone}>
        {(rows) => (
          <Stack component="ul" gap="xs" p={0} m={0} aria-label={words.deliveriesOf(name)}>
            {rows.map((row) => (
              <li key={row.id}>
                <RowLine name={row.type} detail={detailOf(row, dateTime(row.createdAt))}>
                  {sendAgain && row.state !== 'pending' && (
                    <Button
                      size="md"
                      variant="default"
                      disabled={isSaving}
                      aria-label={words.againOf(row.type, dateTime(row.createdAt))}
                      onClick={() => void save(sendAgain(row.id), list.reload)}
                    >
                      {words.again}
                    </Button>
                  )}
                </RowLine>
              </li>
            ))}
          </Stack>
        )}
      </ListState>
    </Dialog>
  )
}

function detailOf({ state, reason }: Delivery, createdAt: string): string {
  return [createdAt, words.states[state], reason].filter(Boolean).join(' · ')
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { dollars } from '../core/money.ts'
import { rest, rowsPerPage } from '../core/rest.ts'
import type { Row, Scene } from '../core/rest.ts'
import { account } from '../core/text/account.ts'
import { lazyPart } from '../hooks/lazy-part.ts'
import { useList } from '../query/useList.ts'
import form from '../ui/Form.module.css'
import { ListRows } from '../ui/ListState.tsx'
import { RowLine } from '../ui/row/RowLine.tsx'
import styles from '../ui/NarrowPage.module.css'

const PlayerPayments = lazyPart(() => import('../organize/players/PlayerPayments.tsx'))

type Payer = Row<'/api/tournament/ledger/deleted/'>
const words = account.deletedPayments

/** What was paid for the deleted tournaments of a scene, and can still be given back (R-PM-7). */
export function DeletedPayments({ scene }: { scene: Scene }) {
  const list = useList(
    rest.get('/api/tournament/ledger/deleted/', { scene: scene.id, rowsPerPage }),
  )
  const [opened, setOpened] = useState<Payer | null>(null)
  // Most scenes have none.
  if (list.failure === null && !list.rows?.length) return null
  return (
    <div className={styles.people} id={`payments-${scene.id}`}>
      <h3>{words.title(scene.displayName)}</h3>
      <p className={form.lead}>{words.lead}</p>
      <ListRows list={list} empty="" label={words.title(scene.displayName)}>
        {(payer) => (
          <li key={payer.player}>
            <RowLine
              name={nameOf(payer)}
              detail={payer.held <= 0 ? words.returned : words.held(dollars(payer.held))}
            >
              <Button
                variant="default"
                aria-label={words.openOf(nameOf(payer))}
                onClick={() => setOpened(payer)}
              >
                {words.open}
              </Button>
            </RowLine>
          </li>
        )}
      </ListRows>
      {opened && (
        <PlayerPayments
          tournament={opened.tournament}
          player={{ id: opened.player, name: nameOf(opened) }}
          isRemoved
          onChanged={() => void list.reload()}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

function nameOf({ tournamentName, player }: Payer): string {
  return words.payer(tournamentName, player)
}

import { rest, rowsPerPage } from '../core/rest.ts'
import type { Row, Scene } from '../core/rest.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect, useState } from 'react'
import form from '../ui/Form.module.css'
import { RowLine } from '../ui/row/RowLine.tsx'
import { useList } from '../query/useList.ts'
import { account } from '../core/text/account.ts'
import { status } from '../core/text/shell.ts'
import type { Me } from './sign-in/account-reads.ts'
import { ScenePeople } from '../organize/scene/ScenePeople.tsx'
import { SceneRulings } from '../organize/scene/SceneRulings.tsx'
import { Section } from '../ui/page/Section.tsx'
import { dollars } from '../core/money.ts'
import { lazyPart } from '../hooks/lazy-part.ts'
import { ListRows } from '../ui/ListState.tsx'
import styles from '../ui/NarrowPage.module.css'

const PlayerPayments = lazyPart(() => import('../organize/players/PlayerPayments.tsx'))
const deletedPaymentsWords = account.deletedPayments

const words = account.roles

/** The user's roles. Scene admins also manage the roles of others here. */
export function Roles({ me }: { me: Me }) {
  const { rows, reload } = useList(rest.get('/api/tournament/scene/', { rowsPerPage }))
  const scenes = rows ?? []
  // The target of a link to a scene's people or rulings exists only once the rows are loaded.
  const isLoaded = rows !== null
  useEffect(() => {
    if (isLoaded) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isLoaded])
  const nameOf = (id: number) => scenes.find((scene) => scene.id === id)?.displayName
  const adminScenes = scenes.filter(
    ({ id }) => me.isOwner || me.roles.some(({ scene, role }) => scene === id && role === 'admin'),
  )
  return (
    <Section title={words.title}>
      {me.isOwner && (
        <p className={form.lead}>
          {words.owner} <Link to="/status">{status.title}</Link>
        </p>
      )}
      {!me.isOwner && me.roles.length === 0 && <p className={form.empty}>{words.empty}</p>}
      {me.roles.length > 0 && (
        <ul className={form.rows}>
          {me.roles.map(({ scene, sceneName, role }) => (
            <li key={scene}>
              <RowLine name={nameOf(scene) ?? sceneName} detail={words.name[role]} />
            </li>
          ))}
        </ul>
      )}
      {adminScenes.map((scene) => (
        <Fragment key={scene.id}>
          <ScenePeople scene={scene} me={me.id} />
          <SceneRulings scene={scene} onSaved={() => void reload()} />
          <DeletedPayments scene={scene} />
        </Fragment>
      ))}
      {me.isOwner && (
        <Button
          size="md"

          {...(scenes.length > 0 && { variant: 'default' })}
          renderRoot={(props) => <Link to="/new-scene" {...props} />}
          style={{ alignSelf: 'flex-start' }}
        >
          {account.scene.title}
        </Button>
      )}
    </Section>
  )
}

type Payer = Row<'/api/tournament/ledger/deleted/'>

/** What was paid for the deleted tournaments of a scene, and can still be given back (R-PM-7). */
function DeletedPayments({ scene }: { scene: Scene }) {
  const list = useList(
    rest.get('/api/tournament/ledger/deleted/', { scene: scene.id, rowsPerPage }),
  )
  const [opened, setOpened] = useState<Payer | null>(null)
  // Most scenes have none.
  if (list.failure === null && !list.rows?.length) return null
  return (
    <div className={styles.people} id={`payments-${scene.id}`}>
      <h3>{deletedPaymentsWords.title(scene.displayName)}</h3>
      <p className={form.lead}>{deletedPaymentsWords.lead}</p>
      <ListRows list={list} empty="" label={deletedPaymentsWords.title(scene.displayName)}>
        {(payer) => (
          <li key={payer.player}>
            <RowLine
              name={nameOf(payer)}
              detail={
                payer.held <= 0
                  ? deletedPaymentsWords.returned
                  : deletedPaymentsWords.held(dollars(payer.held))
              }
            >
              <Button
                variant="default"
                aria-label={deletedPaymentsWords.openOf(nameOf(payer))}
                onClick={() => setOpened(payer)}
              >
                {deletedPaymentsWords.open}
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
  return deletedPaymentsWords.payer(tournamentName, player)
}

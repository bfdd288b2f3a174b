import { rest, rowsPerPage } from '../core/rest.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, useEffect } from 'react'
import form from '../ui/Form.module.css'
import { RowLine } from '../ui/row/RowLine.tsx'
import { useList } from '../query/useList.ts'
import { account } from '../core/text/account.ts'
import { status } from '../core/text/shell.ts'
import type { Me } from './sign-in/account-reads.ts'
import { DeletedPayments } from './DeletedPayments.tsx'
import { ScenePeople } from '../organize/scene/ScenePeople.tsx'
import { SceneRulings } from '../organize/scene/SceneRulings.tsx'
import { Section } from '../ui/page/Section.tsx'

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

import { rest, rowsPerPage } from '../core/rest.ts'
import { Fragment } from 'react'
import form from '../ui/Form.module.css'
import { RowLine } from '../ui/RowLine.tsx'
import { useList } from '../query/useList.ts'
import { account } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import { NewScene } from './NewScene.tsx'
import type { Me } from './sign-in/account-reads.ts'
import { ScenePeople } from './ScenePeople.tsx'
import { SceneRulings } from './SceneRulings.tsx'

const words = account.roles

/** What a person may do where; an admin gives it to others here. */
export function Roles({ me }: { me: Me }) {
  const { rows, reload } = useList(rest.get('/api/tournament/scene/', { rowsPerPage }))
  const scenes = rows ?? []
  const nameOf = (id: number) => scenes.find((scene) => scene.id === id)?.displayName
  const own = scenes.filter(
    ({ id }) => me.isOwner || me.roles.some(({ scene, role }) => scene === id && role === 'admin'),
  )
  return (
    <section className={form.section}>
      <h2>{words.title}</h2>
      {me.isOwner && <p className={form.lead}>{words.owner}</p>}
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
      {own.map((scene) => (
        <Fragment key={scene.id}>
          <ScenePeople scene={scene} me={me.id} />
          <SceneRulings scene={scene} onSaved={() => void reload()} />
        </Fragment>
      ))}
      {me.isOwner && <NewScene onMade={() => void Promise.all([reload(), loadUser()])} />}
    </section>
  )
}

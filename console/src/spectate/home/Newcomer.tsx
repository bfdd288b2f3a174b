import type { ReactNode } from 'react'
import { read, rest } from '../../core/rest.ts'
import type { Person } from '../../core/session-user.ts'
import { usePolled } from '../../hooks/usePolled.ts'
import styles from './Home.module.css'
import { newcomer as words } from '../../core/text/organize/first-steps.ts'

type Props = { person: Person; hasTournaments: boolean }

const refreshMs = 15_000
const readNotices = () => read(rest.get('/api/user/notice/'))
const readScenes = () => read(rest.get('/api/game/scene/', { rowsPerPage: 1 }))

/** What a signed-in person without a role can do: play, be invited, or set up the server. */
export default function Newcomer({ person: { name, email }, hasTournaments }: Props) {
  const { answer: notices } = usePolled(readNotices, { everyMs: refreshMs })
  const { answer: scenes } = usePolled(readScenes, { everyMs: refreshMs })
  const isInvited = (notices?.invitations.length ?? 0) > 0
  return (
    <section className={styles.page} aria-labelledby="newcomer">
      <h2 id="newcomer">{words.title(name)}</h2>
      <ul className={styles.ways}>
        <Way title={words.play.title}>
          <p>{hasTournaments ? words.play.open : words.play.none}</p>
        </Way>
        <Way title={words.help.title}>
          <p>{isInvited ? words.help.invited : words.help.ask(email)}</p>
          <a href="/account" className={isInvited ? 'primary' : 'secondary'}>
            {isInvited ? words.help.see : words.help.account}
          </a>
        </Way>
        {scenes?.count === 0 && (
          <Way title={words.server.title}>
            <p>{words.server.lead}</p>
            <p>{words.server.own}</p>
            <p>{words.server.invite(email)}</p>
          </Way>
        )}
      </ul>
    </section>
  )
}

function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}

import { to } from '../../core/addresses.ts'
import type { ReactNode } from 'react'
import type { BracketRow } from '#events/schema/rows.ts'
import { useLiveState } from '../../core/live/context.ts'
import { publicText as text } from '../../core/text/spectate/public.ts'
import { bracketText } from '../../core/text/spectate/brackets.ts'
import { stagesOf } from '../page/matches.ts'
import { useTournamentPage } from '../page/tournament-context.ts'
import styles from '../page/WatchedPage.module.css'

type Props = {
  section: 'bracket' | 'standings'
  stage: string | null
  none: string
  children: (stage: BracketRow) => ReactNode
}

/** Shows one stage: the one of the address, else the one being played, else the last. */
export function Stages({ section, stage, none, children }: Props) {
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const { tournament } = useTournamentPage()
  const all = stagesOf({ bracket: brackets })
  const playing = all.find(({ isCreated, isComplete }) => isCreated && !isComplete)
  const open = all.find(({ id }) => String(id) === stage) ?? playing ?? all.at(-1)
  if (!open) return <p className={styles.dim}>{none}</p>
  return (
    <>
      {all.length > 1 && (
        <nav className={styles.stages} aria-label={bracketText.choose}>
          {all.map(({ id, name }) => (
            <a
              key={id}
              href={to.tournament(tournament, section, id)}
              className={styles.stage}
              aria-current={id === open.id && 'page'}
            >
              {name}
            </a>
          ))}
        </nav>
      )}
      {open.isProvisional && <p className={styles.dim}>{text.protest.places}</p>}
      {children(open)}
    </>
  )
}

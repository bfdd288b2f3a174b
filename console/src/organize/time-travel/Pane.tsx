import { Stack } from '@mantine/core'
import { useId } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { pageAt } from '../../core/addresses.ts'
import { PastContext, SessionContext, WatchingContext } from '../../core/live/context.ts'
import type { Past } from '../../core/live/context.ts'
import type { Session } from '../../core/live/session.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import type { Place } from './address.ts'
import styles from './TimeTravel.module.css'

type Props = {
  side: 'then' | 'now'
  title: string
  screen: Place['screen']
  session: Session
  past: Past
  onGo: (to: Partial<Place>) => void
  children: ReactNode
}

/**
 * One side: its screens have a session that cannot send, and their controls are off as a whole, so
 * that a press is not refused but impossible. Links between public pages stay within the evening.
 */
export function Pane({ side, title, screen, session, past, onGo, children }: Props) {
  const note = useId()
  return (
    <Stack
      component="section"
      gap="xs"
      miw={0}
      className={styles.pane}
      data-side={side}
      aria-label={title}
    >
      <h2>{title}</h2>
      <p className="hint" id={note}>
        {side === 'then' ? words.readOnlyThen : words.readOnly}
      </p>
      <WatchingContext value={session}>
        <SessionContext value={session}>
          <PastContext value={past}>
            <fieldset
              disabled
              className={styles.still}
              aria-label={title}
              aria-describedby={note}
              data-still
              data-screen={screen}
              onClickCapture={(event) => follow(event, onGo)}
              onMouseDownCapture={undragged}
              onTouchStartCapture={undragged}
            >
              {children}
            </fieldset>
          </PastContext>
        </SessionContext>
      </WatchingContext>
    </Stack>
  )
}

/** What is dragged is no control: it is not off with the others. */
function undragged(event: SyntheticEvent): void {
  event.stopPropagation()
}

const screenOf: Partial<Record<string, Place['screen']>> = {
  now: 'public',
  bracket: 'bracket',
  standings: 'standings',
  queues: 'queues',
  teams: 'teams',
}

function follow(event: MouseEvent, onGo: Props['onGo']): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const page = link && pageAt(new URL(link.href, location.href).pathname)
  if (!page) return
  const screen = page.page === 'tournament' ? screenOf[page.section] : undefined
  if (page.page !== 'match' && !screen) return
  event.preventDefault()
  if (page.page === 'match') onGo({ screen: 'match', match: Number(page.id) })
  else if (page.page === 'tournament') onGo({ screen: screen!, stage: Number(page.rest) || null })
}

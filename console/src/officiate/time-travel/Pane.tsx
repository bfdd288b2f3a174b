import { Stack } from '@mantine/core'
import { useId } from 'react'
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react'
import { pageAt } from '../../core/addresses.ts'
import { PastContext, SessionContext, WatchingContext } from '../../core/live/context.ts'
import type { Past } from '../../core/live/context.ts'
import type { LiveSession } from '../../core/live/live-session.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import type { PastView } from './view.ts'
import styles from './TimeTravel.module.css'

type Props = {
  side: 'then' | 'now'
  title: string
  screen: PastView['screen']
  session: LiveSession
  past: Past
  onGo: (to: Partial<PastView>) => void
  children: ReactNode
}

/**
 * One of the two panes. Its screens get a session that cannot send, and all controls are disabled,
 * so nothing can be submitted. Links between public pages open inside the pane.
 */
export function Pane({ side, title, screen, session, past, onGo, children }: Props) {
  const noteId = useId()
  return (
    <Stack component="section" gap="xs" miw={0} data-side={side} aria-label={title}>
      <h2>{title}</h2>
      <p className="hint" id={noteId}>
        {side === 'then' ? words.readOnlyThen : words.readOnly}
      </p>
      <WatchingContext value={session}>
        <SessionContext value={session}>
          <PastContext value={past}>
            <fieldset
              disabled
              className={styles.still}
              aria-label={title}
              aria-describedby={noteId}
              data-still
              data-screen={screen}
              onClickCapture={(event) => follow(event, onGo)}
              onMouseDownCapture={preventDrag}
              onTouchStartCapture={preventDrag}
            >
              {children}
            </fieldset>
          </PastContext>
        </SessionContext>
      </WatchingContext>
    </Stack>
  )
}

/** Drag handles are no form controls, so the fieldset does not disable them. */
function preventDrag(event: SyntheticEvent): void {
  event.stopPropagation()
}

const screenOf: Partial<Record<string, PastView['screen']>> = {
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

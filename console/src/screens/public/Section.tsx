import { Suspense, lazy } from 'react'
import type { ComponentType } from 'react'
import { Lost, Waiting } from '../Frame.tsx'

/** `rest`: what comes in the address after the section; for a bracket or a table its stage. */
export type SectionProps = { rest: string | null }

// A reader opens one of them, so each is loaded when it is opened.
const sections: Record<string, ComponentType<SectionProps>> = {
  bracket: lazy(() => import('./Bracket.tsx')),
  standings: lazy(() => import('./Standings.tsx')),
  queues: lazy(() => import('./Queues.tsx')),
  teams: lazy(() => import('./Teams.tsx')),
  register: lazy(() => import('../register/Register.tsx')),
  about: lazy(() => import('./About.tsx')),
}

export function Section({ name, rest }: SectionProps & { name: string }) {
  const Open = Object.hasOwn(sections, name) ? sections[name] : undefined
  if (!Open) return <Lost />
  return (
    <Suspense fallback={<Waiting />}>
      <Open rest={rest} />
    </Suspense>
  )
}

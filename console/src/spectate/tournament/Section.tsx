import type { ComponentType } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Lost, Waiting } from '../../ui/Frame.tsx'

/** `rest`: what comes in the address after the section; for a bracket or a table its stage. */
export type SectionProps = { rest: string | null }

const opened = (load: Parameters<typeof lazyPart<SectionProps>>[0]) => lazyPart(load, Waiting)

// A reader opens one of them, so each is loaded when it is opened.
const sections: Record<string, ComponentType<SectionProps>> = {
  bracket: opened(() => import('./Bracket.tsx')),
  standings: opened(() => import('./Standings.tsx')),
  queues: opened(() => import('./Queues.tsx')),
  teams: opened(() => import('./Teams.tsx')),
  register: opened(() => import('../registration/Register.tsx')),
  about: opened(() => import('./About.tsx')),
}

export function Section({ name, rest }: SectionProps & { name: string }) {
  const Open = Object.hasOwn(sections, name) ? sections[name] : undefined
  if (!Open) return <Lost />
  return <Open rest={rest} />
}

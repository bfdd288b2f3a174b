import type { SectionProps } from './section-props.ts'
import type { ComponentType } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Lost, Waiting } from '../../ui/Layout.tsx'

const lazySection = (load: Parameters<typeof lazyPart<SectionProps>>[0]) => lazyPart(load, Waiting)

// Each section is loaded when it is opened.
const sections: Record<string, ComponentType<SectionProps>> = {
  bracket: lazySection(() => import('./Bracket.tsx')),
  standings: lazySection(() => import('./Standings.tsx')),
  queues: lazySection(() => import('./Queues.tsx')),
  teams: lazySection(() => import('./Teams.tsx')),
  register: lazySection(() => import('../registration/Register.tsx')),
  about: lazySection(() => import('./About.tsx')),
}

export function Section({ name, rest }: SectionProps & { name: string }) {
  const Content = Object.hasOwn(sections, name) ? sections[name] : undefined
  if (!Content) return <Lost />
  return <Content rest={rest} />
}

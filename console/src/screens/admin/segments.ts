import { lazy } from 'react'
import type { ComponentType } from 'react'
import type { text } from '../../text.ts'

export type Access = 'officiate' | 'organize'
export type SegmentName = keyof typeof text.segment
/** `rest`: the parts of the address after the segment. */
export type SegmentProps = { rest: string[]; name: SegmentName }
type Segment = {
  path: string
  name: SegmentName
  access: Access
  /** only for tournaments whose matches come from their own stages */
  ownStages?: true
  Component: ComponentType<SegmentProps>
}

const Soon = lazy(async () => ({ default: (await import('./Soon.tsx')).Soon }))
const CurrentMatches = lazy(async () => ({
  default: (await import('../cabinets/CurrentMatches.tsx')).CurrentMatches,
}))
const MatchQueue = lazy(async () => ({
  default: (await import('../queue/MatchQueue.tsx')).MatchQueue,
}))

export const segments: Segment[] = [
  { path: 'dashboard', name: 'dashboard', access: 'officiate', Component: CurrentMatches },
  {
    path: 'current-matches',
    name: 'currentMatches',
    access: 'officiate',
    Component: CurrentMatches,
  },
  { path: 'edit-match-results', name: 'editMatchResults', access: 'officiate', Component: Soon },
  { path: 'match-queue', name: 'matchQueue', access: 'officiate', Component: MatchQueue },
  { path: '', name: 'settings', access: 'organize', Component: Soon },
  { path: 'templates', name: 'templates', access: 'organize', Component: Soon },
  {
    path: 'configure-registration',
    name: 'configureRegistration',
    access: 'organize',
    Component: Soon,
  },
  { path: 'payment-processor', name: 'paymentProcessor', access: 'organize', Component: Soon },
  { path: 'links', name: 'links', access: 'organize', Component: Soon },
  { path: 'teams', name: 'teams', access: 'organize', Component: Soon },
  { path: 'draft-tool', name: 'draftTool', access: 'organize', Component: Soon },
  { path: 'registered-list', name: 'registeredList', access: 'organize', Component: Soon },
  { path: 'stages', name: 'stages', access: 'organize', Component: Soon },
  {
    path: 'team-placement',
    name: 'teamPlacement',
    access: 'organize',
    ownStages: true,
    Component: Soon,
  },
  { path: 'cabinets', name: 'cabinets', access: 'organize', Component: Soon },
  { path: 'videos', name: 'videos', access: 'organize', Component: Soon },
]

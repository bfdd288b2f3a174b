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

const CurrentMatches = lazy(async () => ({
  default: (await import('../cabinets/CurrentMatches.tsx')).CurrentMatches,
}))
const MatchQueue = lazy(async () => ({
  default: (await import('../queue/MatchQueue.tsx')).MatchQueue,
}))
const EditMatchResults = lazy(async () => ({
  default: (await import('../results/EditMatchResults.tsx')).EditMatchResults,
}))
const Stages = lazy(async () => ({ default: (await import('../stages/Stages.tsx')).Stages }))
const TeamPlacement = lazy(async () => ({
  default: (await import('../placement/TeamPlacement.tsx')).TeamPlacement,
}))
const BasicSettings = lazy(async () => ({
  default: (await import('../settings/BasicSettings.tsx')).BasicSettings,
}))
const Templates = lazy(async () => ({
  default: (await import('../templates/Templates.tsx')).Templates,
}))
const Links = lazy(async () => ({
  default: (await import('../links/Links.tsx')).Links,
}))
const AssignedCabinets = lazy(async () => ({
  default: (await import('../assigned/AssignedCabinets.tsx')).AssignedCabinets,
}))
const Videos = lazy(async () => ({
  default: (await import('../videos/Videos.tsx')).Videos,
}))
const ConfigureRegistration = lazy(async () => ({
  default: (await import('../registration/ConfigureRegistration.tsx')).ConfigureRegistration,
}))
const PaymentProcessor = lazy(async () => ({
  default: (await import('../payment/PaymentProcessor.tsx')).PaymentProcessor,
}))
const Teams = lazy(async () => ({
  default: (await import('../teams/Teams.tsx')).Teams,
}))
const DraftTool = lazy(async () => ({
  default: (await import('../draft/DraftTool.tsx')).DraftTool,
}))
const RegisteredPlayers = lazy(async () => ({
  default: (await import('../players/RegisteredPlayers.tsx')).RegisteredPlayers,
}))

export const segments: Segment[] = [
  { path: 'dashboard', name: 'dashboard', access: 'officiate', Component: CurrentMatches },
  {
    path: 'current-matches',
    name: 'currentMatches',
    access: 'officiate',
    Component: CurrentMatches,
  },
  {
    path: 'edit-match-results',
    name: 'editMatchResults',
    access: 'officiate',
    Component: EditMatchResults,
  },
  { path: 'match-queue', name: 'matchQueue', access: 'officiate', Component: MatchQueue },
  { path: '', name: 'settings', access: 'organize', Component: BasicSettings },
  { path: 'templates', name: 'templates', access: 'organize', Component: Templates },
  {
    path: 'configure-registration',
    name: 'configureRegistration',
    access: 'organize',
    Component: ConfigureRegistration,
  },
  {
    path: 'payment-processor',
    name: 'paymentProcessor',
    access: 'organize',
    Component: PaymentProcessor,
  },
  { path: 'links', name: 'links', access: 'organize', Component: Links },
  { path: 'teams', name: 'teams', access: 'organize', Component: Teams },
  { path: 'draft-tool', name: 'draftTool', access: 'organize', Component: DraftTool },
  {
    path: 'registered-list',
    name: 'registeredList',
    access: 'organize',
    Component: RegisteredPlayers,
  },
  { path: 'stages', name: 'stages', access: 'organize', Component: Stages },
  {
    path: 'team-placement',
    name: 'teamPlacement',
    access: 'organize',
    ownStages: true,
    Component: TeamPlacement,
  },
  { path: 'cabinets', name: 'cabinets', access: 'organize', Component: AssignedCabinets },
  { path: 'videos', name: 'videos', access: 'organize', Component: Videos },
]

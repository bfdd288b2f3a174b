import type { ComponentType } from 'react'
import { whenShown } from '../../parts/later.ts'
import type { text } from '../../text.ts'
import { Waiting } from '../Frame.tsx'

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
  /** not for a tablet that is paired with a cabinet: it is about more than that */
  beyondCabinet?: true
  Component: ComponentType<SegmentProps>
}

const opened = (load: Parameters<typeof whenShown<SegmentProps>>[0]) => whenShown(load, Waiting)

const CurrentMatches = opened(async () => ({
  default: (await import('../cabinets/CurrentMatches.tsx')).CurrentMatches,
}))
const MatchQueue = opened(async () => ({
  default: (await import('../queue/MatchQueue.tsx')).MatchQueue,
}))
const EditMatchResults = opened(async () => ({
  default: (await import('../results/EditMatchResults.tsx')).EditMatchResults,
}))
const AsItWas = opened(async () => ({
  default: (await import('../as-it-was/AsItWas.tsx')).AsItWas,
}))
const Protests = opened(async () => ({
  default: (await import('../protests/Protests.tsx')).Protests,
}))
const Stages = opened(async () => ({ default: (await import('../stages/Stages.tsx')).Stages }))
const TeamPlacement = opened(async () => ({
  default: (await import('../placement/TeamPlacement.tsx')).TeamPlacement,
}))
const BasicSettings = opened(async () => ({
  default: (await import('../settings/BasicSettings.tsx')).BasicSettings,
}))
const Templates = opened(async () => ({
  default: (await import('../templates/Templates.tsx')).Templates,
}))
const Links = opened(async () => ({
  default: (await import('../links/Links.tsx')).Links,
}))
const AssignedCabinets = opened(async () => ({
  default: (await import('../assigned/AssignedCabinets.tsx')).AssignedCabinets,
}))
const Videos = opened(async () => ({
  default: (await import('../videos/Videos.tsx')).Videos,
}))
const ConfigureRegistration = opened(async () => ({
  default: (await import('../registration/ConfigureRegistration.tsx')).ConfigureRegistration,
}))
const PaymentProcessor = opened(async () => ({
  default: (await import('../payment/PaymentProcessor.tsx')).PaymentProcessor,
}))
const Teams = opened(async () => ({
  default: (await import('../teams/Teams.tsx')).Teams,
}))
const DraftTool = opened(async () => ({
  default: (await import('../draft/DraftTool.tsx')).DraftTool,
}))
const RegisteredPlayers = opened(async () => ({
  default: (await import('../players/RegisteredPlayers.tsx')).RegisteredPlayers,
}))

const Timeline = whenShown(async () => ({
  default: (await import('../timeline/Timeline.tsx')).Timeline,
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
  { path: 'timeline', name: 'timeline', access: 'officiate', Component: Timeline },
  {
    path: 'as-it-was',
    name: 'asItWas',
    access: 'officiate',
    beyondCabinet: true,
    Component: AsItWas,
  },
  {
    path: 'protests',
    name: 'protests',
    access: 'officiate',
    beyondCabinet: true,
    Component: Protests,
  },
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

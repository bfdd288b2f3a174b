import type { ComponentType } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import type { SegmentName, SegmentProps, Access } from '../../ui/segment.ts'
import { Waiting } from '../../ui/Frame.tsx'

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

const opened = (load: Parameters<typeof lazyPart<SegmentProps>>[0]) => lazyPart(load, Waiting)

const CurrentMatches = opened(async () => ({
  default: (await import('../../officiate/cabinets/CurrentMatches.tsx')).CurrentMatches,
}))
const MatchQueue = opened(async () => ({
  default: (await import('../../officiate/queue/MatchQueue.tsx')).MatchQueue,
}))
const EditMatchResults = opened(async () => ({
  default: (await import('../../officiate/results/EditMatchResults.tsx')).EditMatchResults,
}))
const TimeTravel = opened(async () => ({
  default: (await import('../../organize/time-travel/TimeTravel.tsx')).TimeTravel,
}))
const Protests = opened(async () => ({
  default: (await import('../../officiate/protests/Protests.tsx')).Protests,
}))
const Displays = opened(async () => ({
  default: (await import('../../officiate/display-admin/Displays.tsx')).Displays,
}))
const Devices = opened(async () => ({
  default: (await import('../../officiate/devices/Devices.tsx')).Devices,
}))
const Stages = opened(async () => ({
  default: (await import('../../organize/stages/screens/Stages.tsx')).Stages,
}))
const TeamPlacement = opened(async () => ({
  default: (await import('../../organize/placement/TeamPlacement.tsx')).TeamPlacement,
}))
const BasicSettings = opened(async () => ({
  default: (await import('../../organize/settings/BasicSettings.tsx')).BasicSettings,
}))
const Templates = opened(async () => ({
  default: (await import('../../organize/templates/Templates.tsx')).Templates,
}))
const PageLinks = opened(async () => ({
  default: (await import('../../organize/page-links/PageLinks.tsx')).PageLinks,
}))
const TournamentCabinets = opened(async () => ({
  default: (await import('../../organize/tournament-cabinets/TournamentCabinets.tsx'))
    .TournamentCabinets,
}))
const Videos = opened(async () => ({
  default: (await import('../../organize/videos/Videos.tsx')).Videos,
}))
const ConfigureRegistration = opened(async () => ({
  default: (await import('../../organize/registration-settings/ConfigureRegistration.tsx'))
    .ConfigureRegistration,
}))
const PaymentProcessor = opened(async () => ({
  default: (await import('../../organize/payment-account/PaymentProcessor.tsx')).PaymentProcessor,
}))
const Teams = opened(async () => ({
  default: (await import('../../organize/teams/Teams.tsx')).Teams,
}))
const DraftTool = opened(async () => ({
  default: (await import('../../organize/draft/DraftTool.tsx')).DraftTool,
}))
const RegisteredPlayers = opened(async () => ({
  default: (await import('../../organize/players/RegisteredPlayers.tsx')).RegisteredPlayers,
}))

const Timeline = lazyPart(async () => ({
  default: (await import('../../officiate/timeline/Timeline.tsx')).Timeline,
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
    Component: TimeTravel,
  },
  {
    path: 'protests',
    name: 'protests',
    access: 'officiate',
    beyondCabinet: true,
    Component: Protests,
  },
  {
    path: 'displays',
    name: 'displays',
    access: 'officiate',
    beyondCabinet: true,
    Component: Displays,
  },
  {
    path: 'devices',
    name: 'devices',
    access: 'officiate',
    beyondCabinet: true,
    Component: Devices,
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
  { path: 'links', name: 'links', access: 'organize', Component: PageLinks },
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
  { path: 'cabinets', name: 'cabinets', access: 'organize', Component: TournamentCabinets },
  { path: 'videos', name: 'videos', access: 'organize', Component: Videos },
]

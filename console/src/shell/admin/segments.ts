import type { ComponentType } from 'react'
import { lazyPart } from '../../hooks/lazy-part.ts'
import type { SegmentName, SegmentProps, Access } from '../../ui/segment.ts'
import { Waiting } from '../../ui/Frame.tsx'

type Part = {
  path: string
  name: SegmentName
  /** only for tournaments whose matches come from their own stages */
  ownStages?: true
  /** not for a tablet that is paired with a cabinet: it is about more than that */
  beyondCabinet?: true
  Component: ComponentType<SegmentProps>
}
type Segment = Part & { access: Access }

const opened = (load: Parameters<typeof lazyPart<SegmentProps>>[0]) => lazyPart(load, Waiting)

const CurrentMatches = opened(() => import('../../officiate/cabinets/CurrentMatches.tsx'))

const officiate: Part[] = [
  { path: 'dashboard', name: 'dashboard', Component: CurrentMatches },
  {
    path: 'current-matches',
    name: 'currentMatches',
    Component: CurrentMatches,
  },
  {
    path: 'edit-match-results',
    name: 'editMatchResults',
    Component: opened(() => import('../../officiate/results/EditMatchResults.tsx')),
  },
  {
    path: 'match-queue',
    name: 'matchQueue',
    Component: opened(() => import('../../officiate/queue/MatchQueue.tsx')),
  },
  {
    path: 'announcements',
    name: 'announcements',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/announcements/Announcements.tsx')),
  },
  {
    path: 'on-site',
    name: 'onSite',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/on-site/OnSite.tsx')),
  },
  {
    path: 'timeline',
    name: 'timeline',
    Component: lazyPart(() => import('../../officiate/timeline/Timeline.tsx')),
  },
  {
    path: 'as-it-was',
    name: 'asItWas',
    beyondCabinet: true,
    Component: opened(() => import('../../organize/time-travel/TimeTravel.tsx')),
  },
  {
    path: 'protests',
    name: 'protests',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/protests/Protests.tsx')),
  },
  {
    path: 'displays',
    name: 'displays',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/display-admin/Displays.tsx')),
  },
  {
    path: 'stream',
    name: 'stream',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/stream/Stream.tsx')),
  },
  {
    path: 'devices',
    name: 'devices',
    beyondCabinet: true,
    Component: opened(() => import('../../officiate/devices/Devices.tsx')),
  },
]

const organize: Part[] = [
  {
    path: '',
    name: 'settings',
    Component: opened(() => import('../../organize/settings/BasicSettings.tsx')),
  },
  {
    path: 'templates',
    name: 'templates',
    Component: opened(() => import('../../organize/templates/Templates.tsx')),
  },
  {
    path: 'configure-registration',
    name: 'configureRegistration',
    Component: opened(
      () => import('../../organize/registration-settings/ConfigureRegistration.tsx'),
    ),
  },
  {
    path: 'payment-processor',
    name: 'paymentProcessor',
    Component: opened(() => import('../../organize/payment-account/PaymentProcessor.tsx')),
  },
  {
    path: 'links',
    name: 'links',
    Component: opened(() => import('../../organize/page-links/PageLinks.tsx')),
  },
  {
    path: 'teams',
    name: 'teams',
    Component: opened(() => import('../../organize/teams/Teams.tsx')),
  },
  {
    path: 'draft-tool',
    name: 'draftTool',
    Component: opened(() => import('../../organize/draft/DraftTool.tsx')),
  },
  {
    path: 'registered-list',
    name: 'registeredList',
    Component: opened(() => import('../../organize/players/RegisteredPlayers.tsx')),
  },
  {
    path: 'stages',
    name: 'stages',
    Component: opened(() => import('../../organize/stages/screens/Stages.tsx')),
  },
  {
    path: 'plan-the-day',
    name: 'dayPlan',
    Component: opened(() => import('../../organize/day-plan/DayPlan.tsx')),
  },
  {
    path: 'team-placement',
    name: 'teamPlacement',
    ownStages: true,
    Component: opened(() => import('../../organize/placement/TeamPlacement.tsx')),
  },
  {
    path: 'cabinets',
    name: 'cabinets',
    Component: opened(() => import('../../organize/tournament-cabinets/TournamentCabinets.tsx')),
  },
  {
    path: 'videos',
    name: 'videos',
    Component: opened(() => import('../../organize/videos/Videos.tsx')),
  },
]

export const segments: Segment[] = [
  ...officiate.map((part) => ({ ...part, access: 'officiate' as const })),
  ...organize.map((part) => ({ ...part, access: 'organize' as const })),
]

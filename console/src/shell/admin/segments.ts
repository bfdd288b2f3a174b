import type { ComponentType } from 'react'
import type { SegmentName, SegmentProps, Access } from '../../ui/segment.ts'

type Part = {
  path: string
  name: SegmentName
  /** only for tournaments whose matches come from their own stages */
  ownStages?: true
  /** concerns more than one cabinet, so it is not for a tablet that is paired with a cabinet */
  beyondCabinet?: true
  load: () => Promise<{ default: ComponentType<SegmentProps> }>
}
type Segment = Part & { access: Access }

const currentMatches = () => import('../../officiate/cabinets/CurrentMatches.tsx')

const officiate: Part[] = [
  { path: 'dashboard', name: 'dashboard', load: currentMatches },
  {
    path: 'current-matches',
    name: 'currentMatches',
    load: currentMatches,
  },
  {
    path: 'edit-match-results',
    name: 'editMatchResults',
    load: () => import('../../officiate/results/EditMatchResults.tsx'),
  },
  {
    path: 'match-queue',
    name: 'matchQueue',
    load: () => import('../../officiate/queue/MatchQueue.tsx'),
  },
  {
    path: 'announcements',
    name: 'announcements',
    beyondCabinet: true,
    load: () => import('../../officiate/announcements/Announcements.tsx'),
  },
  {
    path: 'on-site',
    name: 'onSite',
    beyondCabinet: true,
    load: () => import('../../officiate/on-site/OnSite.tsx'),
  },
  {
    path: 'timeline',
    name: 'timeline',
    load: () => import('../../officiate/timeline/Timeline.tsx'),
  },
  {
    path: 'as-it-was',
    name: 'asItWas',
    beyondCabinet: true,
    load: () => import('../../officiate/time-travel/TimeTravel.tsx'),
  },
  {
    path: 'protests',
    name: 'protests',
    beyondCabinet: true,
    load: () => import('../../officiate/protests/Protests.tsx'),
  },
  {
    path: 'displays',
    name: 'displays',
    beyondCabinet: true,
    load: () => import('../../officiate/display-admin/Displays.tsx'),
  },
  {
    path: 'stream',
    name: 'stream',
    beyondCabinet: true,
    load: () => import('../../officiate/overlay/Stream.tsx'),
  },
  {
    path: 'devices',
    name: 'devices',
    beyondCabinet: true,
    load: () => import('../../officiate/devices/Devices.tsx'),
  },
]

const organize: Part[] = [
  {
    path: '',
    name: 'settings',
    load: () => import('../../organize/settings/BasicSettings.tsx'),
  },
  {
    path: 'templates',
    name: 'templates',
    load: () => import('../../organize/templates/Templates.tsx'),
  },
  {
    path: 'configure-registration',
    name: 'configureRegistration',
    load: () => import('../../organize/registration-settings/ConfigureRegistration.tsx'),
  },
  {
    path: 'payment-processor',
    name: 'paymentProcessor',
    load: () => import('../../organize/payment-account/PaymentProcessor.tsx'),
  },
  {
    path: 'links',
    name: 'links',
    load: () => import('../../organize/page-links/PageLinks.tsx'),
  },
  {
    path: 'mixer',
    name: 'mixer',
    ownStages: true,
    load: () => import('../../organize/mixer/Mixer.tsx'),
  },
  {
    path: 'teams',
    name: 'teams',
    load: () => import('../../organize/teams/Teams.tsx'),
  },
  {
    path: 'draft-tool',
    name: 'draftTool',
    load: () => import('../../organize/draft/DraftTool.tsx'),
  },
  {
    path: 'registered-list',
    name: 'registeredList',
    load: () => import('../../organize/players/RegisteredPlayers.tsx'),
  },
  {
    path: 'stages',
    name: 'stages',
    load: () => import('../../organize/stages/screens/Stages.tsx'),
  },
  {
    path: 'plan-the-day',
    name: 'dayPlan',
    load: () => import('../../organize/day-plan/DayPlan.tsx'),
  },
  {
    path: 'team-placement',
    name: 'teamPlacement',
    ownStages: true,
    load: () => import('../../organize/placement/TeamPlacement.tsx'),
  },
  {
    path: 'cabinets',
    name: 'cabinets',
    load: () => import('../../organize/tournament-cabinets/TournamentCabinets.tsx'),
  },
  {
    path: 'hooks',
    name: 'hooks',
    load: () => import('../../organize/webhooks/Hooks.tsx'),
  },
  {
    path: 'videos',
    name: 'videos',
    load: () => import('../../organize/videos/Videos.tsx'),
  },
]

export const segments: Segment[] = [
  ...officiate.map((part) => ({ ...part, access: 'officiate' as const })),
  ...organize.map((part) => ({ ...part, access: 'organize' as const })),
]

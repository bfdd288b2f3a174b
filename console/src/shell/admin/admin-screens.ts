import type { ComponentType } from 'react'
import type { HelpPart } from '../../core/text/shell.ts'
import type { AdminScreenName, AdminScreenProps, Access } from '../../ui/admin-screen.ts'

type ScreenEntry = {
  /** the default is the name in kebab case */
  path?: string
  name: AdminScreenName
  /** only for tournaments whose matches come from their own stages */
  ownStages?: true
  /** concerns more than one cabinet, so it is not for a tablet that is paired with a cabinet */
  beyondCabinet?: true
  /** the part of the handbook that explains it */
  help?: HelpPart
  load: () => Promise<{ default: ComponentType<AdminScreenProps> }>
}
type AdminScreen = ScreenEntry & { path: string; access: Access }

const currentMatches = () => import('../../officiate/cabinets/CurrentMatches.tsx')

const officiate: ScreenEntry[] = [
  { name: 'dashboard', load: currentMatches },
  { name: 'currentMatches', load: currentMatches },
  { name: 'editMatchResults', load: () => import('../../officiate/results/EditMatchResults.tsx') },
  { name: 'matchQueue', load: () => import('../../officiate/queue/MatchQueue.tsx') },
  {
    name: 'announcements',
    beyondCabinet: true,
    load: () => import('../../officiate/display-admin/Announcements.tsx'),
  },
  { name: 'onSite', beyondCabinet: true, load: () => import('../../officiate/on-site/OnSite.tsx') },
  { name: 'timeline', load: () => import('../../officiate/timeline/Timeline.tsx') },
  {
    name: 'asItWas',
    beyondCabinet: true,
    load: () => import('../../officiate/time-travel/TimeTravel.tsx'),
  },
  {
    name: 'protests',
    beyondCabinet: true,
    load: () => import('../../officiate/protests/Protests.tsx'),
  },
  {
    name: 'displays',
    beyondCabinet: true,
    load: () => import('../../officiate/display-admin/Displays.tsx'),
  },
  { name: 'stream', beyondCabinet: true, load: () => import('../../officiate/overlay/Stream.tsx') },
  {
    name: 'devices',
    beyondCabinet: true,
    load: () => import('../../officiate/devices/Devices.tsx'),
  },
]

const organize: (ScreenEntry & { help: HelpPart })[] = [
  {
    path: '',
    name: 'settings',
    help: 'page',
    load: () => import('../../organize/settings/BasicSettings.tsx'),
  },
  {
    name: 'templates',
    help: 'page',
    load: () => import('../../organize/templates/Templates.tsx'),
  },
  {
    name: 'configureRegistration',
    help: 'people',
    load: () => import('../../organize/registration-settings/ConfigureRegistration.tsx'),
  },
  {
    name: 'paymentProcessor',
    help: 'people',
    load: () => import('../../organize/payment-account/PaymentProcessor.tsx'),
  },
  {
    name: 'links',
    help: 'page',
    load: () => import('../../organize/page-links/PageLinks.tsx'),
  },
  {
    name: 'mixer',
    help: 'mixer',
    ownStages: true,
    load: () => import('../../organize/mixer/Mixer.tsx'),
  },
  { name: 'teams', help: 'people', load: () => import('../../organize/teams/Teams.tsx') },
  { name: 'draftTool', help: 'people', load: () => import('../../organize/draft/DraftTool.tsx') },
  {
    name: 'registeredList',
    help: 'people',
    load: () => import('../../organize/players/RegisteredPlayers.tsx'),
  },
  {
    name: 'stages',
    help: 'formats',
    load: () => import('../../organize/stages/screens/Stages.tsx'),
  },
  {
    path: 'plan-the-day',
    name: 'dayPlan',
    help: 'dayPlan',
    load: () => import('../../organize/day-plan/DayPlan.tsx'),
  },
  {
    name: 'teamPlacement',
    help: 'formats',
    ownStages: true,
    load: () => import('../../organize/placement/TeamPlacement.tsx'),
  },
  {
    name: 'cabinets',
    help: 'cabinets',
    load: () => import('../../organize/tournament-cabinets/TournamentCabinets.tsx'),
  },
  {
    name: 'hooks',
    help: 'hooks',
    load: () => import('../../organize/webhooks/Hooks.tsx'),
  },
  {
    name: 'videos',
    help: 'page',
    load: () => import('../../organize/videos/Videos.tsx'),
  },
]

export const adminScreens: AdminScreen[] = [
  ...officiate.map((entry) => withPath(entry, 'officiate')),
  ...organize.map((entry) => withPath(entry, 'organize')),
]

function withPath(entry: ScreenEntry, access: Access): AdminScreen {
  const path = entry.name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return { path, ...entry, access }
}

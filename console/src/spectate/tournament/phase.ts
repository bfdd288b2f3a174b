import { isOver } from '../../../../events/rules/podiums.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { hasBegun, stagesOf } from '../frame/matches.ts'

/** What somebody who opens a tournament has come for. */
type Phase = 'register' | 'coming' | 'live' | 'result'

type Settings = Pick<TournamentBody, 'allowRegistration' | 'registrationCloseDate' | 'isActive'>

export function phaseOf(rows: Tables, settings: Settings, today: string): Phase {
  if (!settings.isActive || isOver(stagesOf(rows))) return 'result'
  if (Object.values(rows.match).some(hasBegun)) return 'live'
  return isOpen(settings, today) ? 'register' : 'coming'
}

/** Until the end of its last day. */
function isOpen(settings: Settings, today: string): boolean {
  const { isActive, allowRegistration, registrationCloseDate: last } = settings
  return isActive && allowRegistration && (last === null || today <= last)
}

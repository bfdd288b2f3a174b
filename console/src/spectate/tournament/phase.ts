import type { Tables } from '../../core/live/rows.ts'
import type { TournamentBody } from '../../core/rest.ts'
import { hasBegun, hasEnded } from '../page/matches.ts'
import { isRegistrationOpen } from '../registration/registration-body.ts'

/** The phase of a tournament, which decides what its page shows first. */
type Phase = 'register' | 'coming' | 'live' | 'result'

type Settings = Pick<TournamentBody, 'allowRegistration' | 'registrationCloseDate'>

export function phaseOf(rows: Tables, settings: Settings, today: string): Phase {
  if (hasEnded(rows)) return 'result'
  if (Object.values(rows.match).some(hasBegun)) return 'live'
  return isRegistrationOpen({ ...settings, isActive: true }, today) ? 'register' : 'coming'
}

import type { CommandOf } from '#events/schema/command.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { DecisionInputs, Decision } from './decision.ts'

export function reportAttendance(
  t: Tournament,
  { team, missing }: CommandOf<'ReportAttendance'>,
  { now: at }: DecisionInputs,
): Decision {
  if (!t.teams[team]) return refuse('NO_SUCH_TEAM')
  if (t.attendances[team]?.missing === missing) return accept()
  return accept({ type: 'AttendanceReported', v: 1, team, missing, at })
}

/** A second call from the same cabinet or team changes nothing. */
export function callOfficial(
  t: Tournament,
  { cabinet, team }: CommandOf<'CallOfficial'>,
  { now: at }: DecisionInputs,
): Decision {
  if (cabinet !== null && !t.cabinets[cabinet]) return refuse('CABINET_NOT_ASSIGNED')
  if (team !== null && !t.teams[team]) return refuse('NO_SUCH_TEAM')
  const open = Object.values(t.officialCalls)
  if (open.some((call) => call.cabinet === cabinet && call.team === team)) return accept()
  return accept({ type: 'OfficialCalled', v: 1, num: t.version + 1, cabinet, team, at })
}

/** Of two officials who take a call at once the first gets it; the second is refused. */
export function takeOfficialCall(
  t: Tournament,
  { num, device }: CommandOf<'TakeOfficialCall'>,
  { now: at, person = null }: DecisionInputs,
): Decision {
  const call = t.officialCalls[num]
  if (!call) return refuse('CALL_HAS_ENDED')
  if (call.taken) {
    const isOwn = call.taken.device === device && call.taken.person === person
    return isOwn ? accept() : refuse('CALL_IS_TAKEN')
  }
  return accept({ type: 'OfficialCallTaken', v: 1, num, at, device, person })
}

export function endOfficialCall(t: Tournament, { num }: CommandOf<'EndOfficialCall'>): Decision {
  return t.officialCalls[num] ? accept({ type: 'OfficialCallEnded', v: 1, num }) : accept()
}

export function giveWarning(
  t: Tournament,
  { team, player, reason }: CommandOf<'GiveWarning'>,
  { now: at }: DecisionInputs,
): Decision {
  if (!t.teams[team]) return refuse('NO_SUCH_TEAM')
  if (player !== null && t.rosters[player] !== team) return refuse('PLAYER_NOT_IN_TEAM')
  return accept({ type: 'WarningGiven', v: 1, num: t.version + 1, team, player, reason, at })
}

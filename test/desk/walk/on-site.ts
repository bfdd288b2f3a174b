import type { Tournament } from '#events/state/tournament.ts'
import type { Dice } from '../../support/random.ts'

type Choice = (t: Tournament, dice: Dice) => unknown
const ids = (records: object): number[] => [...Object.keys(records).map(Number), 999]
const anyTeam: Choice = (t, { among }) => among(ids(t.teams))
const anyCall: Choice = (t, { among }) => among(ids(t.officialCalls))

/** The weights of the commands about attendance, calls for officials and warnings. */
export const onSiteRepertoire: Record<
  'ReportAttendance' | 'CallOfficial' | 'TakeOfficialCall' | 'EndOfficialCall' | 'GiveWarning',
  [number, Record<string, Choice>]
> = {
  ReportAttendance: [1, { team: anyTeam, missing: (_, { upTo }) => upTo(3) }],
  CallOfficial: [
    0.5,
    {
      cabinet: (t, { among, random }) => (random() < 0.5 ? null : among(ids(t.cabinets))),
      team: anyTeam,
    },
  ],
  TakeOfficialCall: [0.5, { num: anyCall, device: () => null }],
  EndOfficialCall: [0.5, { num: anyCall }],
  GiveWarning: [
    0.5,
    { team: anyTeam, player: () => null, reason: (_, { among }) => among(['late', 'conduct']) },
  ],
}

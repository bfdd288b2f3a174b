import { part } from '../../core/text/catalogue.ts'
import { stages } from '../stages/text.ts'
import type { DayFormat } from './day-format.ts'

export const dayPlan = part('dayPlan', {
  title: 'Plan the Day',
  fromNow: 'From now on',
  fromNowLead:
    'This tournament has begun. Try other settings for the rest of it. Nothing is changed.',
  fromThen: 'From then on',
  now: 'Now',
  asItIs: 'As it is',
  ifChanged: 'What if',
  breakLasts: 'Break, minutes',
  breakIn: 'Break in, minutes',
  reading: 'Reading what was played …',
  notRead: 'What was played cannot be loaded right now.',
  over: 'Nothing is left to play.',
  lead: 'When would it be over? Three formats beside each other, before anything is set up.',
  day: 'The day',
  teams: 'Teams',
  cabinets: 'Cabinets',
  startsAt: 'First match at',
  breaks: 'Breaks',
  breakFrom: (n: number) => `Break ${n} from`,
  breakTo: (n: number) => `Break ${n} to`,
  addBreak: 'Add a break',
  removeBreak: (n: number) => `Remove break ${n}`,
  format: (n: number) => `Format ${n}`,
  kind: 'Format',
  kinds: {
    single_elim: stages.type('single_elim'),
    double_elim: stages.type('double_elim'),
    round_robin: stages.type('round_robin'),
    groups_single: `Groups, then ${stages.type('single_elim').toLowerCase()}`,
    groups_double: `Groups, then ${stages.type('double_elim').toLowerCase()}`,
  } satisfies Record<DayFormat['kind'], string>,
  firstTo: 'First to',
  groups: 'Groups',
  firstToInGroups: 'First to, in groups',
  top: 'Advance per group',
  ends: (early: string, late: string) =>
    early === late ? `Over at about ${late}` : `Over between ${early} and ${late}`,
  likely: 'Most likely',
  matches: 'Matches',
  wait: 'A team waits',
  longest: 'At the longest',
  stay: 'A team is there for',
  idle: 'Cabinets are idle',
  percent: (part: number) => `${Math.round(part * 100)} %`,
  minutes: (minutes: number) => `${Math.round(minutes)} min`,
  hours: (hours: number, minutes: number) =>
    minutes === 0 ? `${hours} h` : `${hours} h ${minutes} min`,
  nextDay: (time: string) => `${time} (next day)`,
  working: 'Working it out …',
  problems: (maxMatches: number) => ({
    TOO_FEW_TEAMS:
      'Too few teams for this format. Choose fewer groups, or let fewer teams advance.',
    TOO_MANY_MATCHES: `More than ${maxMatches.toLocaleString('en')} matches do not fit into a day. Choose smaller groups.`,
    NO_THIRD_PLACE: 'Too few teams for a match for third place.',
  }),
  basis:
    'Teams are taken as equally strong, with games and pauses as long as those of two recorded evenings, and nearly 3 minutes between matches. Of five such days, three end between the two times, and one ends later.',
})

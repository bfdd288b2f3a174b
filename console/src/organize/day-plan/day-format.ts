import { addedSettingDefaults, stageDefaults } from '#events/rules/stage-settings.ts'
import type { DayPlan, DayStage } from '#events/estimate/day-plan.ts'
import type { dayPlan } from '../../core/text/organize/plan.ts'

/** A format to compare: a single stage, or groups followed by an elimination stage. */
export type DayFormat = {
  kind: keyof (typeof dayPlan)['kinds']
  winsPerMatch: number
  groups: number
  groupWins: number
  top: number
}
/** `19:00`, the value of a time input */
type Time = string
export type DayFields = {
  teams: number
  cabinets: number
  startsAt: Time
  breaks: { from: Time; to: Time }[]
}

const dayMinutes = 24 * 60
const minuteMs = 60_000

export const limits = {
  teams: 128,
  cabinets: 16,
  breaks: 3,
  groups: 16,
  wins: 9,
  breakMinutes: 240,
}
export const firstFormats: DayFormat[] = [
  { kind: 'double_elim', winsPerMatch: 3, groups: 2, groupWins: 2, top: 2 },
  { kind: 'groups_double', winsPerMatch: 3, groups: 2, groupWins: 2, top: 2 },
  { kind: 'single_elim', winsPerMatch: 3, groups: 2, groupWins: 2, top: 2 },
]

export function hasGroups({ kind }: DayFormat): boolean {
  return kind === 'groups_single' || kind === 'groups_double'
}

function stagesOf(format: DayFormat): DayStage[] {
  const { kind, winsPerMatch, groups, groupWins, top } = format
  const { autoWarmup: warmup, ...settings } = stageDefaults
  const stage = (stageType: DayStage['stageType'], changes: Partial<DayStage>): DayStage => {
    const { grandFinal } = addedSettingDefaults
    return { ...settings, warmup, grandFinal, stageType, groups: 1, top: 1, ...changes }
  }
  if (!hasGroups(format)) return [stage(kind as DayStage['stageType'], { winsPerMatch })]
  return [
    stage('round_robin', { winsPerMatch: groupWins, groups, top }),
    stage(kind === 'groups_single' ? 'single_elim' : 'double_elim', { winsPerMatch }),
  ]
}

/** Times are local to the venue. A time before the start belongs to the next day. */
export function planOf({ startsAt, breaks, ...fields }: DayFields, format: DayFormat): DayPlan {
  const start = minutesOf(startsAt) ?? 0
  const after = (time: number, at: number) => (at < time ? at + dayMinutes : at)
  return {
    ...fields,
    stages: stagesOf(format),
    startMs: start * minuteMs,
    breaks: breaks.flatMap(({ from, to }) => {
      const [begin, end] = [minutesOf(from), minutesOf(to)]
      if (begin === null || end === null) return []
      const fromMs = after(start, begin) * minuteMs
      return [{ fromMs, toMs: after(fromMs / minuteMs, after(start, end)) * minuteMs }]
    }),
  }
}

/** Minutes since midnight; null if the input is incomplete. */
export function minutesOf(time: Time): number | null {
  const [hours = '', minutes = ''] = time.split(':')
  return /^\d\d?:\d\d$/.test(time) ? Number(hours) * 60 + Number(minutes) : null
}

/** Local time rounded to five minutes, and the number of days after the first. */
export function clockOf(ms: number): { time: Time; days: number } {
  const minutes = Math.round(ms / minuteMs / 5) * 5
  const [hour, minute] = [Math.floor((minutes % dayMinutes) / 60), minutes % 60]
  const time = [hour, minute].map((n) => String(n).padStart(2, '0')).join(':')
  return { time, days: Math.floor(minutes / dayMinutes) }
}

// A simulated week: tournaments per hour, viewers per tournament, and machine failures,
// reproducible from a seed.
import { mulberry32 } from '#events/simulation/random.ts'

type Peak = {
  tournaments: number
  cabinets: number
  eventsPerSecond: number
  commandsPerSecond: number
  viewers: number
}
/** `watched`: viewers of each tournament, the most watched first. */
export type Hour = Peak & { watched: number[] }

export const hoursOfWeek = 168
export const hoursOfEvening = 3
const beginsAt = 19
/** Tournaments per day relative to a Saturday, Monday first. */
const days = [0.15, 0.2, 0.25, 0.4, 0.9, 1, 0.5]
/** Time zones of scenes: offset from UTC in hours, and the share of scenes. */
const zones = [
  { from: -8, share: 0.2 },
  { from: -6, share: 0.25 },
  { from: -5, share: 0.3 },
  { from: 0, share: 0.05 },
  { from: 1, share: 0.15 },
  { from: 9, share: 0.05 },
]

/** A week whose busiest hour is the given peak. */
export function weekOf(peak: Peak): Hour[] {
  const shares = Array.from({ length: hoursOfWeek }, (_, hour) => shareOn(hour))
  const fullest = Math.max(...shares)
  return shares.map((share) => hourOf(peak, share / fullest))
}

function shareOn(hour: number): number {
  return zones.reduce((sum, { from, share }) => {
    const local = (hour + from + hoursOfWeek) % hoursOfWeek
    const isOn = local % 24 >= beginsAt && local % 24 < beginsAt + hoursOfEvening
    return sum + (isOn ? share * (days[Math.floor(local / 24)] ?? 0) : 0)
  }, 0)
}

function hourOf(peak: Peak, share: number): Hour {
  const scaled = (count: number) => Math.round(count * share)
  const [tournaments, viewers] = [scaled(peak.tournaments), scaled(peak.viewers)]
  return {
    tournaments,
    viewers,
    cabinets: scaled(peak.cabinets),
    eventsPerSecond: peak.eventsPerSecond * share,
    commandsPerSecond: peak.commandsPerSecond * share,
    watched: zipf(tournaments, viewers),
  }
}

/** Zipf's law: the second has half as many viewers as the first, the third a third. */
export function zipf(count: number, total: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1))
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight) => (total * weight) / sum)
}

/** The hours in which one of the machines fails, if each fails once in `everyDays` days. */
export function failureHours(machines: number, everyDays: number, seed: number): number[] {
  const random = mulberry32(seed)
  const chance = machines / (everyDays * 24)
  return Array.from({ length: hoursOfWeek }, (_, hour) => hour).filter(() => random() < chance)
}

type Dated = { id: number; date: string; isActive: boolean }

/** Groups tournaments into running, coming and past, each with the nearest day first. */
export function groupByTime<T extends Dated>(tournaments: T[], today: string) {
  const sorted = tournaments.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
  const open = sorted.filter(({ isActive }) => isActive)
  return {
    running: open.filter(({ date }) => date.slice(0, 10) <= today),
    coming: open.filter(({ date }) => date.slice(0, 10) > today).toReversed(),
    past: sorted.filter(({ isActive }) => !isActive),
  }
}

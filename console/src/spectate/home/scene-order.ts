type Dated = { id: number; date: string; isActive: boolean }

/** What is over is past; what is of a later day comes; the rest runs. The nearest day first. */
export function byTime<T extends Dated>(tournaments: T[], today: string) {
  const sorted = tournaments.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id)
  const open = sorted.filter((one) => one.isActive)
  return {
    running: open.filter(({ date }) => date.slice(0, 10) <= today),
    coming: open.filter(({ date }) => date.slice(0, 10) > today).toReversed(),
    past: sorted.filter((one) => !one.isActive),
  }
}

import { part } from '../catalogue.ts'

/** Estimated starts and calls of matches, and whether the evening is late. */
export const estimates = part('estimates', {
  about: (from: string, to: string) => (from === to ? `≈ ${from}` : `≈ ${from}-${to}`),
  zone: (zone: string) => `Times in ${zone}`,
  late: (minutes: number) => `running ${minutes} min late`,
  early: (minutes: number) => `running ${minutes} min early`,
  onTime: 'running on time',
  ends: (when: string) => `ends ${when}`,
  wouldEnd: (when: string) => `if play began now, it would end ${when}`,
  label: 'Estimated end',
  call: { soon: 'soon', now: 'be ready', on_deck: 'on deck' },
})

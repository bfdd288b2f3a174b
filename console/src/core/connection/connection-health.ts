/** Derived from the age of the server's last message (ux 16). */
export type ConnectionHealth = 'connecting' | 'live' | 'shaky' | 'lost'

export const shakyMs = 7_000
export const lostMs = 12_000

export function connectionHealthAt(ageMs: number): 'live' | 'shaky' | 'lost' {
  if (ageMs < shakyMs) return 'live'
  return ageMs <= lostMs ? 'shaky' : 'lost'
}

const delaysMs = [500, 1_000, 2_000, 4_000, 8_000, 10_000]

/** 0.5, 1, 2, 4 … 10 s, with up to 20 % jitter so that tablets do not all reconnect at once. */
export function backoffMs(tries: number, random: () => number): number {
  const delay = delaysMs[Math.min(tries, delaysMs.length - 1)] ?? 0
  return Math.min(10_000, delay * (0.8 + 0.4 * random()))
}

/** What a change would take away, before somebody insists on it. */
export const impact = {
  matches: 'Played matches that this takes away',
  match: (match: string, stage: string) => (stage ? `${match} · ${stage}` : match),
  score: (blue: number, gold: number) => `${blue}-${gold}`,
  complete: 'complete',
  begun: 'begun',
  active: 'being played',
  places: 'Places that go to others',
  place: (place: number, stage: string) => `Place ${place} of ${stage}`,
  goes: (was: string, is: string) => `${was} → ${is}`,
  nobody: 'nobody yet',
  queues: 'Matches that leave their queue',
  queued: (queue: string, matches: string) => `${queue}: ${matches}`,
  archived:
    'Their games stay readable as earlier attempts and count no longer. One undo brings all of it back.',
  reason: 'Reason',
  reasonHint: 'It stands with the matches, for everybody to read.',
  reasonMissing: 'Say why: the reason stands with the matches.',
  keep: 'Change nothing',
} as const

/** A number between a button less and a button more. */
export const stepper = {
  less: (label: string) => `Less: ${label}`,
  more: (label: string) => `More: ${label}`,
} as const

import { part } from '../catalogue.ts'

/** The losses that a change would cause, shown before it is confirmed. */
export const impact = part('impact', {
  title: 'What this changes',
  wins: (team: string, isSame: boolean) => (isSame ? `${team} still win.` : `${team} win.`),
  draw: 'Nobody wins: it is a draw.',
  decides: 'It decides the match. It is complete once you set it complete.',
  table: (stage: string) => `The table of ${stage} is recalculated.`,
  gets: (match: string, is: string, was: string) => `${match} gets ${is} in place of ${was}.`,
  playedAgain: (match: string, score: string) =>
    `${match} was played (${score}): it is archived, and played again.`,
  leaves: (match: string) => `${match} is not played.`,
  stops: (match: string) => `${match} is being played: it is stopped.`,
  matches: 'Played matches that this removes',
  keptMatches: 'Played under the old settings; their results stay',
  match: (match: string, stage: string) => (stage ? `${match} · ${stage}` : match),
  score: (blue: number, gold: number) => `${blue}-${gold}`,
  complete: 'complete',
  begun: 'begun',
  active: 'being played',
  places: 'Places that change',
  place: (place: number, stage: string) => `Place ${place} of ${stage}`,
  goes: (was: string, is: string) => `${was} → ${is}`,
  nobody: 'nobody yet',
  queues: 'Matches that leave their queue',
  queued: (queue: string, matches: string) => `${queue}: ${matches}`,
  archived:
    'Their games stay visible as earlier attempts but no longer count. One undo restores everything.',
  reason: 'Reason',
  reasonHint: 'It is shown with the matches, for everybody to read.',
  reasonMissing: 'Enter a reason. It is shown with the matches.',
  keep: 'Change nothing',
})

/** The number input with buttons for less and more. */
export const stepper = part('stepper', {
  less: (label: string) => `Less: ${label}`,
  more: (label: string) => `More: ${label}`,
})

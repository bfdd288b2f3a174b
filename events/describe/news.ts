// What phones and chats are told, in words. Times and names of persons are in none of it (P19).

/** What comes of commits; who is told chooses among them. */
export const newsKinds = ['on_deck', 'called', 'result', 'announcement'] as const
export type NewsKind = (typeof newsKinds)[number]
/** A device may be quiet about each; who has no team is told of no delay. */
export const phoneKinds = [...newsKinds, 'delayed'] as const
export type PhoneKind = (typeof phoneKinds)[number]

type Words = { title: string; body: string }

export const newsWords = {
  onDeck: (match: string, where: string): Words => ({
    title: 'You are on deck',
    body: where === '' ? `${match} is next.` : `${match} is next on ${where}.`,
  }),
  called: (match: string, where: string, isMoved: boolean): Words => ({
    title: isMoved ? `Moved to ${where}` : `Now on ${where}`,
    body: `${match} is called to ${where}.`,
  }),
  result: (
    { name, score, winner }: { name: string; score: string; winner: string | null },
    isCorrected: boolean,
  ): Words => ({
    title: isCorrected ? 'Result corrected' : 'Result entered',
    body: `${name}: ${score}${winner === null ? '' : `, ${winner} won`}.`,
  }),
  delayed: (match: string, minutes: number): Words => ({
    title: `Delayed by ${minutes} min`,
    body: `${match} is expected ${minutes} min later than this phone was told.`,
  }),
  announcement: (tournament: string, text: string): Words => ({ title: tournament, body: text }),
} as const

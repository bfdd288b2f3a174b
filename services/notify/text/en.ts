// Texts of notifications for phones and chats. They contain no times and no names of persons (P19).

type Words = { title: string; body: string }

export const en = {
  match: (label: string, one: string, two: string): string => `${label} ${one} v ${two}`,
  onDeck: (match: string, where: string): Words => ({
    title: 'You are on deck',
    body: where === '' ? `${match} is next.` : `${match} is next on ${where}.`,
  }),
  called: (match: string, where: string, isMoved: boolean): Words => ({
    title: isMoved ? `Moved to ${where}` : `Now on ${where}`,
    body: `${match} is called to ${where}.`,
  }),
  result: (match: string, score: string, winner: string | null, isCorrected: boolean): Words => ({
    title: isCorrected ? 'Result corrected' : 'Result entered',
    body: `${match}: ${score}${winner === null ? '' : `, ${winner} won`}.`,
  }),
  delayed: (match: string, minutes: string): Words => ({
    title: `Delayed by ${minutes}`,
    body: `${match} is expected ${minutes} later than you were last told.`,
  }),
  announcement: (tournament: string, text: string): Words => ({ title: tournament, body: text }),
}
/** The texts every language must have; the compiler reports missing ones. */
export type NotificationTexts = typeof en

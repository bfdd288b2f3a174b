/** What comes of commits; who is told chooses among them. */
export const newsKinds = ['on_deck', 'called', 'result', 'announcement'] as const
export type NewsKind = (typeof newsKinds)[number]
/** A device may be quiet about each; who has no team is told of no delay. */
export const phoneKinds = [...newsKinds, 'delayed'] as const
export type PhoneKind = (typeof phoneKinds)[number]

/** The kinds of news that commits cause. Each subscription chooses among them. */
export const newsKinds = ['on_deck', 'called', 'result', 'announcement'] as const
export type NewsKind = (typeof newsKinds)[number]
/** A phone can mute each kind. A phone without a team gets no news of delays. */
export const phoneKinds = [...newsKinds, 'delayed'] as const
export type PhoneKind = (typeof phoneKinds)[number]

/** The kinds of notifications that commits cause. Each subscription chooses among them. */
export const notificationKinds = ['on_deck', 'called', 'result', 'announcement'] as const
export type NotificationKind = (typeof notificationKinds)[number]
/** A phone can mute each kind. A phone without a team gets no notification of delays. */
export const phoneKinds = [...notificationKinds, 'delayed'] as const
/** A smaller delay of a match is not reported. */
export const minDelayMinutes = 15
export type PhoneKind = (typeof phoneKinds)[number]

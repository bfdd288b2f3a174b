// Times that screens state. Beside `limits.ts`, which public pages load.

/** After this time without a message from a cabinet its sign-ins have ended (wire 6.5). In ms. */
export const signInTimeoutMs = 30 * 60_000
/** A guest's name is shown for this long after the guest was created. In ms. */
export const guestNameMs = 24 * 60 * 60_000
/** A card that is being added has to be read within this time. In ms. */
export const cardWaitMs = 60_000
/** The scores are shown so long after a game has ended. In seconds. */
export const postgameSeconds = 10

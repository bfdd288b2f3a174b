const first = Promise.withResolvers<void>()

/**
 * Resolves when the first rows of the tournament are shown, or when the page has no tournament.
 * From then on the connection is free for preloading.
 */
export const whenRowsShown = first.promise
export const markRowsShown = first.resolve

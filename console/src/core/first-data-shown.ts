const first = Promise.withResolvers<void>()

/** A tournament is on the screen, or none is to come: the connection is free for what may be needed later. */
export const firstRows = first.promise
export const showRows = first.resolve

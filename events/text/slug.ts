/** A name used by cabinet clients and in addresses, such as that of a scene or a cabinet. */
export const slugPattern = /^[a-z0-9][a-z0-9_-]{0,59}$/

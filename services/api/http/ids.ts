import { z } from 'zod'

const largest = 2 ** 31 - 1

/** An id in a body. */
export const Id = z.int().positive().max(largest)
/** An id in a path or query, where everything is text. */
export const IdText = z.coerce.number().int().positive().max(largest)
export const ById = z.object({ id: IdText })
export const IdFilter = IdText.optional()

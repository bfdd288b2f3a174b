import { z } from 'zod'

/** Compared and kept in lower case. */
export const Email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Too long')
  .pipe(z.email('Not an e-mail'))

/** As typed in; how long it may be is told where it is new. */
export const Password = z.string().min(1, 'Type your password').max(1_000, 'Too long')
export const NewPassword = z.string().max(1_000, 'At most 128 characters')

export const PersonName = z.string().trim().min(1, 'What shall we call you?').max(100, 'Too long')

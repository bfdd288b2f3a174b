import { heads } from './heads.ts'
import { mails } from './mails.ts'
import { notices } from './notices.ts'

/** The texts that only services put into words: the console does not load them. */
export const serverTexts = { ...heads, ...mails, ...notices } as const

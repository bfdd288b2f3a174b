import type { screenNames } from '../core/text/officiate/first-screen.ts'

export type Access = 'officiate' | 'organize'
export type AdminScreenName = keyof typeof screenNames
/** `rest`: the parts of the address after that of the screen. */
export type AdminScreenProps = { rest: string[]; name: AdminScreenName }

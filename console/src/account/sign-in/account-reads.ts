import { read } from '../../core/rest.ts'
import type { Person } from '../../core/session-user.ts'

export type Me = Person
export type Role = Me['roles'][number]['role']
export type Options = {
  isFirst: boolean
  sendsMail: boolean
  providers: { id: string; name: string }[]
  passwordLength: { least: number; recommended: number; most: number }
}

export function options(): Promise<Options> {
  return read('/api/user/options/')
}

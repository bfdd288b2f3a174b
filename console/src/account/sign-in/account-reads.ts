import { read, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import type { Person } from '../../core/session-user.ts'

export type Me = Person
export type Role = Me['roles'][number]['role']
export type Options = Answer<'/api/user/options/'>

export function options(): Promise<Options> {
  return read(rest.get('/api/user/options/'))
}

import type { Desk } from '../desk/index.ts'
import type { Store } from '../store/index.ts'
import type { Web } from '../web/index.ts'
import type { Projected } from './projected.ts'

/** What the routes stand on. */
export type Context = { web: Web; store: Store; desk: Desk; projected: Projected }

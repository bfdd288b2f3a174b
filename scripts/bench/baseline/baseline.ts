// Minimal scripts that do the same physical work: no validation, no rules, no access checks.
import { cpuMs, heldBytes, serve } from '../children/child.ts'
import { openChain } from './chain.ts'
import type { Chain } from './chain.ts'
import { publishMessages } from './publish.ts'
import { rebuildCommits, rebuildEvents } from './rebuild.ts'

let chain: Chain

const handlers = {
  async open(servers: { databaseUrl: string; natsUrl: string }): Promise<string> {
    chain = await openChain(servers)
    return chain.url
  },
  cpuMs,
  heldBytes,
  publishFrame: (text: string) => chain.publishFrame(text),
  publishMessages,
  rebuildCommits,
  rebuildEvents,
}
export type Baseline = typeof handlers
serve(handlers)

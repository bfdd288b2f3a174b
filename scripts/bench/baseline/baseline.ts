// The barest scripts that do the same physical work: no shapes checked, no rules, no rights.
import { cpuMs, heldBytes, serve } from '../children/child.ts'
import { openChain } from './chain.ts'
import type { Chain } from './chain.ts'
import { publishMessages } from './publish.ts'
import { rebuildCommits, rebuildEvents } from './rebuild.ts'

let chain: Chain

const works = {
  async open(servers: { databaseUrl: string; natsUrl: string }): Promise<string> {
    chain = await openChain(servers)
    return chain.url
  },
  cpuMs,
  heldBytes,
  shout: (text: string) => chain.shout(text),
  publishMessages,
  rebuildCommits,
  rebuildEvents,
}
export type Baseline = typeof works
serve(works)

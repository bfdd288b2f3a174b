// The barest scripts that do the same physical work: no shapes checked, no rules, no rights.
import { cpuMs, heldBytes, serve } from './child.ts'
import { openChain } from './floor-chain.ts'
import type { Chain } from './floor-chain.ts'
import { publishMessages } from './floor-publish.ts'
import { rebuildCommits, rebuildEvents } from './floor-rebuild.ts'

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
export type Floor = typeof works
serve(works)

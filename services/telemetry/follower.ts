import { gauge } from './metrics.ts'

/** Positions in both logs up to which the work is done. */
export type Reached = { commits: number; facts: number }
type Name = 'projector' | 'referee'
type Bus = { answer(subject: `status.${Name}`, reply: () => Promise<unknown>): () => void }
type Follower = { name: Name; bus: Bus; reached: () => Reached; working: Promise<unknown>[] }

/** What a follower of the logs says of itself: how far it has come, and whether it still follows. */
export function openFollowerStatus({ name, bus, reached, working }: Follower) {
  const ends = [
    bus.answer(`status.${name}`, async () => reached()),
    gauge('waggle_position', () => [
      [{ follower: name }, reached().commits],
      [{ follower: `${name} of facts` }, reached().facts],
    ]),
  ]
  let hasEnded = false
  const ended = () => void (hasEnded = true)
  for (const each of working) each.then(ended, ended)
  return {
    /** rejects when only a new start of the process helps */
    async isAlive(): Promise<void> {
      if (hasEnded) throw new Error(`the ${name} follows the log no more`)
    },
    end(): void {
      for (const end of ends) end()
    },
  }
}

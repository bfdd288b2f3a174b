import { firstOf, pairAt, streamNamesOf } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { Store } from '../store/index.ts'
import { checkpointName } from './writes.ts'
import type { Checkpoint } from './writes.ts'

/** Positions of messages of cabinet facts that the log has lost, although it goes on behind them. */
export async function lostFacts(
  { pairs, factsAt }: Pick<Log, 'pairs' | 'factsAt'>,
  upTo: { [name in Checkpoint]?: number },
): Promise<number[]> {
  const lost: number[] = []
  for (const { index } of pairs) {
    const last = upTo[checkpointName('facts', index)] ?? 0
    for (let seq = firstOf(index); seq <= last; seq++) if (!(await factsAt(seq))) lost.push(seq)
  }
  return lost
}

/** Whether the database still has events of these messages, which a rebuild would lose. */
export async function haveRows({ pool }: Store, positions: number[]): Promise<boolean> {
  const text = 'select 1 from view.cabinet_event where seq = any($1) limit 1'
  return (await pool.query(text, [positions])).rows.length > 0
}

/** For the operator: what is missing and where, and what to do. */
export async function lostFactsMessage(store: Store, positions: number[]): Promise<string> {
  const byStream = Map.groupBy(positions, (seq) => streamNamesOf('', pairAt(seq)).facts.name)
  const places = [...byStream].map(([stream, own]) => `${rangesOf(own)} of the stream ${stream}`)
  const lost = `The log has lost ${positions.length} messages of cabinet facts: ${places.join('; ')}.`
  const rest = (await haveRows(store, positions))
    ? 'They cannot be put back there; their games are still in the database, which must not be rebuilt.'
    : 'They cannot be put back there, and the database has no events of them either.'
  return `${lost} ${rest} Play can go on; to mend the log, restore the last backup.`
}

const maxRanges = 20

function rangesOf(positions: number[]): string {
  const ranges: { from: number; to: number }[] = []
  for (const seq of positions) {
    const last = ranges.at(-1)
    if (last?.to === seq - 1) last.to = seq
    else ranges.push({ from: seq, to: seq })
  }
  const texts = ranges.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
  const shown = texts.length > maxRanges ? [...texts.slice(0, maxRanges), '…'] : texts
  return `${positions.length > 1 ? 'positions' : 'position'} ${shown.join(', ')}`
}

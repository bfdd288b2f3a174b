import type { CabinetId } from '../ids.ts'
import type { QueueRow } from '../schema/rows.ts'

type Titled = Pick<QueueRow, 'autoCreated' | 'cabinets' | 'name'>

/**
 * A queue that was created with a cabinet has the cabinet's current name, any other its own. If the
 * cabinet's name is unknown, the queue's own name is shown.
 */
export function queueTitle(
  { autoCreated, cabinets: [first], name }: Titled,
  cabinetName: (cabinet: CabinetId) => string | undefined,
): string {
  return (autoCreated && first !== undefined ? cabinetName(first) : undefined) ?? name
}

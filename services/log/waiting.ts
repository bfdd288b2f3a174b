const said = new Set<string>()

/**
 * Says once in each process what a start waits for, although each room waits for it with a connection
 * of its own.
 */
export function sayWaiting({ message }: Error): void {
  if (said.has(message)) return
  said.add(message)
  console.warn(`Waiting: ${message}`)
}

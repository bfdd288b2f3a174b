import { Writable } from 'node:stream'

/** A destination for a server's log that collects its lines. */
export function collectLogLines(): { lines: string[]; stream: Writable } {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      lines.push(`${chunk}`)
      done()
    },
  })
  return { lines, stream }
}

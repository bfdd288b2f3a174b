/** How much memory folded states may take, in MiB. */
export function memoryFrom(env: NodeJS.ProcessEnv): { memoryMb?: number } {
  const text = env['STATES_MEMORY_MB']
  if (!text) return {}
  const memoryMb = Number(text)
  if (memoryMb > 0) return { memoryMb }
  throw new Error(`STATES_MEMORY_MB: ${text} is no number of MiB`)
}

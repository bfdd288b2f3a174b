import { unzipSync } from 'fflate'

/** The texts of a ZIP by their names, without the folder. */
export async function filesIn(zip: Uint8Array): Promise<Record<string, string>> {
  const all = Object.entries(unzipSync(zip))
  return Object.fromEntries(
    all.map(([path, bytes]) => [path.replace(/^.*\//, ''), new TextDecoder().decode(bytes)]),
  )
}

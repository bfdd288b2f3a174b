import { unzipSync } from 'fflate'

/** The text files of a ZIP archive by file name, without the folder. */
export async function filesIn(zip: Uint8Array): Promise<Record<string, string>> {
  const entries = Object.entries(unzipSync(zip))
  return Object.fromEntries(
    entries.map(([path, bytes]) => [path.replace(/^.*\//, ''), new TextDecoder().decode(bytes)]),
  )
}

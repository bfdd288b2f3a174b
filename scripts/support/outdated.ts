/** What `npm outdated --json` answers of a package. */
type Found = { current?: string; latest: string }
type Behind = { name: string; current: string; latest: string; by: 'patch' | 'minor' | 'major' }

/** The packages that are behind their newest release; those with the least to change first. */
export function behind(found: Record<string, Found | Found[]>): Behind[] {
  const all = Object.entries(found).flatMap(([name, one]): Behind[] => {
    const { current = '', latest } = Array.isArray(one) ? one[0]! : one
    // Packages of other platforms are not installed.
    const by = current && differenceOf(current, latest)
    return by ? [{ name, current, latest, by }] : []
  })
  const order = ['patch', 'minor', 'major']
  return all.toSorted(
    (a, b) => order.indexOf(a.by) - order.indexOf(b.by) || a.name.localeCompare(b.name),
  )
}

export function tableOf(all: readonly Behind[]): string {
  const width = Math.max(0, ...all.map(({ name }) => name.length))
  return all
    .map(({ name, current, latest, by }) => {
      return `${by}  ${name.padEnd(width)}  ${current} -> ${latest}\n`
    })
    .join('')
}

function differenceOf(current: string, latest: string): Behind['by'] | null {
  const [ours, newest] = [partsOf(current), partsOf(latest)]
  const at = newest.findIndex((part, index) => part !== ours[index])
  // A release that is newer than the newest one is a preview that was chosen on purpose.
  if (at === -1 || newest[at]! < (ours[at] ?? 0)) return null
  return (['major', 'minor', 'patch'] as const)[at] ?? null
}

function partsOf(version: string): number[] {
  return version.split('-')[0]!.split('.').map(Number)
}

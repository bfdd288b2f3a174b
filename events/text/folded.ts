/** As a search compares names: `Øyvind` is found by `oyvind`, `Zoë` by `zoe`. */
export function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
}

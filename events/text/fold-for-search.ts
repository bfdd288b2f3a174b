/** A name in the form that searches compare: `oyvind` finds `Øyvind`, `zoe` finds `Zoë`. */
export function foldForSearch(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
}

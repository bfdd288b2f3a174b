/** A name in the form that searches compare: `oyvind` finds `Øyvind`, `zoe` finds `Zoë`. */
export function foldForSearch(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
}

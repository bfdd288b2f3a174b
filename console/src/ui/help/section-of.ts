/** The part of a page of the handbook below this heading, without the heading. */
export function sectionOf(page: string, heading: string): string {
  const sections = page.split(/^## /m).slice(1)
  const found = sections.find((section) => section.startsWith(`${heading}\n`))
  return found?.slice(heading.length).trim() ?? ''
}

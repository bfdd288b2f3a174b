import { read, rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { qrPath } from '../../ui/qr-code/qr-path.ts'
import { teamPageWithCode } from '../../core/team-code.ts'

type Team = { id: number; name: string }
const svgNamespace = 'http://www.w3.org/2000/svg'

/** Opens a page with the code of every team, to be printed and cut. */
export async function printCodes(title: string, teams: readonly Team[]): Promise<void> {
  // Opened before any request: browsers open a window only in direct response to a press.
  const page = open('', '_blank')
  if (!page) throw new Error('the browser opens no page')
  const { document: sheet } = page
  sheet.title = title
  for (const team of teams) {
    const { code } = await read(rest.get('/api/tournament/team/:id/code/', { id: team.id }))
    const section = sheet.body.appendChild(sheet.createElement('section'))
    section.style.breakInside = 'avoid'
    section.appendChild(sheet.createElement('h1')).textContent = team.name
    section.appendChild(pictureOf(sheet, team, code))
    section.appendChild(sheet.createElement('p')).textContent = text.codeLead
  }
  page.print()
}

function pictureOf(sheet: Document, team: Team, code: string | null): SVGElement {
  const { side, dark } = qrPath(`${location.origin}${teamPageWithCode(team.id, code)}`)
  const picture = sheet.createElementNS(svgNamespace, 'svg')
  picture.setAttribute('viewBox', `0 0 ${side} ${side}`)
  picture.setAttribute('width', '240')
  picture.setAttribute('height', '240')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', text.codeOf(team.name))
  picture.appendChild(sheet.createElementNS(svgNamespace, 'path')).setAttribute('d', dark)
  return picture
}

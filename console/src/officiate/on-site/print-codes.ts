import { read, rest } from '../../core/rest.ts'
import { onSite as text } from '../../core/text/on-site.ts'
import { qrPath } from '../../ui/qr-code/qr-path.ts'
import { addressOf } from './team-code.ts'

type Team = { id: number; name: string }
const svgName = 'http://www.w3.org/2000/svg'

/** A sheet with the code of every team, in a page of its own that can be printed and cut. */
export async function printCodes(title: string, teams: readonly Team[]): Promise<void> {
  // Before anything is read: later no browser would open it.
  const page = open('', '_blank')
  if (!page) throw new Error('the browser opens no page')
  const { document: sheet } = page
  sheet.title = title
  for (const team of teams) {
    const { code } = await read(rest.get('/api/tournament/team/:id/code/', { id: team.id }))
    const part = sheet.body.appendChild(sheet.createElement('section'))
    part.style.breakInside = 'avoid'
    part.appendChild(sheet.createElement('h1')).textContent = team.name
    part.appendChild(pictureOf(sheet, team, code))
    part.appendChild(sheet.createElement('p')).textContent = text.codeLead
  }
  page.print()
}

function pictureOf(sheet: Document, team: Team, code: string | null): SVGElement {
  const { side, dark } = qrPath(addressOf(team.id, code))
  const picture = sheet.createElementNS(svgName, 'svg')
  picture.setAttribute('viewBox', `0 0 ${side} ${side}`)
  picture.setAttribute('width', '240')
  picture.setAttribute('height', '240')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', text.codeOf(team.name))
  picture.appendChild(sheet.createElementNS(svgName, 'path')).setAttribute('d', dark)
  return picture
}

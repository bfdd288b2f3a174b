import '@mantine/core/styles/Card.layer.css'
import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { byName } from '../../core/by-name.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { onSite as text } from '../../core/text/officiate/on-site.ts'
import { toast } from '../../hooks/toast.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { Empty } from '../../ui/Empty.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { TeamOnSite } from './TeamOnSite.tsx'
import { useWarnings } from './useWarnings.ts'
import { read, rest } from '../../core/rest.ts'
import { qrPath } from '../../ui/qr-code/qr-path.ts'
import { teamPageWithCode } from '../../core/team-code.ts'

const TeamCodeDialog = lazyPart(() => import('./TeamCodeDialog.tsx'))

/** All teams with their attendance, warnings and codes. */
export default function OnSite() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const warnings = useWarnings(tournament.id)
  const teams = useLiveState(useShallow(({ live }) => Object.values(live.rows.team)))
  const [codeTeam, setCodeTeam] = useState<{ id: number; name: string } | null>(null)
  const sorted = teams.toSorted(byName)
  const print = () => printCodes(tournament.name, sorted).catch(() => toast(text.printFailed))
  return (
    <Stack gap="md">
      <PageTitle>{text.title}</PageTitle>
      <Text>{text.lead}</Text>
      {teams.length === 0 ? (
        <Empty>{text.none}</Empty>
      ) : (
        <Group>
          <Button size="md" variant="default" onClick={() => void print()}>
            {text.print}
          </Button>
        </Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" component="ul" p={0} m={0}>
        {sorted.map((team) => (
          <Card key={team.id} component="li" withBorder>
            <TeamOnSite team={team.id} warnings={warnings}>
              <Button
                size="md"
                mih={56}
                variant="default"
                aria-label={text.codeOf(team.name)}
                onClick={() => setCodeTeam(team)}
              >
                {text.code}
              </Button>
            </TeamOnSite>
          </Card>
        ))}
      </SimpleGrid>
      {codeTeam && <TeamCodeDialog team={codeTeam} onClose={() => setCodeTeam(null)} />}
    </Stack>
  )
}

type Team = { id: number; name: string }
const svgNamespace = 'http://www.w3.org/2000/svg'

/** Opens a page with the code of every team, to be printed and cut. */
async function printCodes(title: string, teams: readonly Team[]): Promise<void> {
  // Opened before any request: browsers open a window only in direct response to a press.
  const page = open('', '_blank')
  if (!page) throw new Error('the browser opens no page')
  const { document: sheet } = page
  sheet.title = title
  const { lang, dir } = document.documentElement
  Object.assign(sheet.documentElement, { lang, dir })
  // A name without spaces may be wider than the paper.
  sheet.body.style.overflowWrap = 'anywhere'
  for (const team of teams) {
    const { code } = await read(rest.get('/api/tournament/team/:id/code/', { id: team.id }))
    const section = sheet.body.appendChild(sheet.createElement('section'))
    section.style.breakInside = 'avoid'
    const heading = section.appendChild(sheet.createElement('h1'))
    heading.appendChild(sheet.createElement('bdi')).textContent = team.name
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

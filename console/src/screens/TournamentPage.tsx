import { Anchor, Button, Title } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CabinetPaper } from '../api.ts'
import { LiveTournament, useShown } from '../live/LiveTournament.tsx'
import { inOrder } from '../live/select.ts'
import { ConnectionRow } from '../parts/ConnectionRow.tsx'
import { text } from '../text.ts'
import { mayOfficiate, useUser } from '../user/user.ts'
import { CabinetCard } from './cabinets/CabinetCard.tsx'
import { CardQueue } from './cabinets/CardQueue.tsx'
import grid from './cabinets/CurrentMatches.module.css'
import { Waiting } from './Frame.tsx'
import { MatchTable } from './MatchTable.tsx'
import styles from './Home.module.css'

/** What everybody may see of a tournament, live. */
export function TournamentPage() {
  const { tournament, cabinets } = useLoaderData({ from: '/t/$sceneName/$slug' })
  const { id, name, date, scene } = tournament
  const user = useUser()
  return (
    <LiveTournament id={id} key={id}>
      <Anchor
        renderRoot={(props) => (
          <Link to="/scene/$sceneName" params={{ sceneName: scene.name }} {...props} />
        )}
      >
        {scene.displayName}
      </Anchor>
      <div className={grid.head}>
        <Title order={1} size="h2">
          {name} <span className={styles.date}>{date}</span>
        </Title>
        {mayOfficiate(user, scene) && (
          <Button
            size="md"
            className={grid.toggle}
            renderRoot={(props) => (
              <Link
                to="/tournament/$id/admin/$"
                params={{ id: String(id), _splat: 'current-matches' }}
                {...props}
              />
            )}
          >
            {text.page.officiate}
          </Button>
        )}
      </div>
      <ConnectionRow />
      <Board id={id} cabinets={cabinets} />
    </LiveTournament>
  )
}

function Board({ id, cabinets }: { id: number; cabinets: CabinetPaper[] }) {
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const assigned = useShown((shown) => shown.live.rows.tournament[id]?.assignedCabinets)
  const matches = useShown((shown) => shown.live.rows.match)
  const brackets = useShown((shown) => shown.live.rows.bracket)
  const sorted = useMemo(() => Object.values(matches).toSorted(inOrder), [matches])
  if (!isLoaded) return <Waiting />
  return (
    <>
      <div className={grid.grid}>
        {cabinets
          .filter((cabinet) => assigned?.includes(cabinet.id))
          .map((cabinet) => (
            <CabinetCard key={cabinet.id} cabinet={cabinet}>
              <CardQueue cabinet={cabinet.id} />
            </CabinetCard>
          ))}
      </div>
      {Object.values(brackets).map((bracket) => (
        <MatchTable
          key={bracket.id}
          name={bracket.name}
          matches={sorted.filter((match) => match.bracket === bracket.id)}
        />
      ))}
    </>
  )
}

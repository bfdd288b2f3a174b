import { useDroppable } from '@dnd-kit/core'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../../ui/Form.module.css'
import { Near } from '../../ui/Near.tsx'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import { PlayerLine } from './PlayerLine.tsx'
import { chunksOf } from './roster.ts'
import type { IdAndName, Squad } from './roster.ts'
import styles from './Teams.module.css'

export type Actions = {
  moving: ReadonlySet<number>
  onPlayer: (player: Player) => void
  onEdit: (player: Player) => void
  onMove: (player: Player) => void
  onEditTeam: (team: IdAndName) => void
}
type Props = { squad: Squad<Player>; actions: Actions }

/** Estimated heights in rem. The real height is measured once the part is drawn. */
const lineRem = 4
const headRem = 5
const chunkSize = 20

export function FreeAgents({ squad, actions, empty }: Props & { empty: string }) {
  const { players } = squad
  return (
    <Target team={null}>
      <section className={styles.free} aria-label={words.free}>
        <header className={styles.head}>
          <h2>{words.free}</h2>
          <span className={styles.count}>{players.length}</span>
        </header>
        {players.length === 0 && <p className={forms.empty}>{empty}</p>}
        {chunksOf(players, chunkSize).map((chunk) => (
          <Near key={chunk[0]?.id} guess={lineRem * chunk.length}>
            {() => <PlayerLines players={chunk} actions={actions} />}
          </Near>
        ))}
      </section>
    </Target>
  )
}

export function TeamCard({ squad, actions }: Props) {
  const { team, players } = squad
  if (!team) return null
  return (
    <Near guess={headRem + lineRem * Math.max(1, players.length)}>
      {() => (
        <Target team={team}>
          <section className={styles.team} aria-label={team.name}>
            <header className={styles.head}>
              <h3 title={team.name} dir="auto">
                {team.name}
              </h3>
              <span className={styles.count}>
                {players.length === 0
                  ? words.nobody
                  : words.present(players.filter(isHere).length, players.length)}
              </span>
              <Button
                variant="default"
                className={styles.state}
                aria-label={words.editTeam(team.name)}
                onClick={() => actions.onEditTeam(team)}
              >
                {words.edit}
              </Button>
            </header>
            {players.length === 0 && <p className={forms.empty}>{words.noPlayers}</p>}
            <PlayerLines players={players} actions={actions} />
          </section>
        </Target>
      )}
    </Near>
  )
}

function PlayerLines({ players, actions }: { players: readonly Player[]; actions: Actions }) {
  if (players.length === 0) return null
  return (
    <ul>
      {players.map((player) => (
        <PlayerLine
          key={player.id}
          player={player}
          isMoving={actions.moving.has(player.id)}
          onPlayer={actions.onPlayer}
          onEdit={actions.onEdit}
          onMove={actions.onMove}
        />
      ))}
    </ul>
  )
}

function Target({ team, children }: { team: IdAndName | null; children: ReactNode }) {
  const { setNodeRef, isOver } = useDroppable({ id: `team:${team?.id ?? 0}`, data: { team } })
  return (
    <div ref={setNodeRef} className={styles.target} data-over={isOver || undefined}>
      {children}
    </div>
  )
}

function isHere({ checkInTime }: Player): boolean {
  return checkInTime !== null
}

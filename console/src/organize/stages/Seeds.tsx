import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { teamName } from '../../core/live/select.ts'
import forms from '../../ui/Form.module.css'
import { Icon } from '../../ui/Icon.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { stages } from '../../core/text/organize/stages.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import styles from './Stages.module.css'
import { rowChoices } from '../../ui/form/choices.ts'

type Props = { teams: number[]; onChange: (teams: number[]) => void }

const words = stages.page

/** The teams in seed order. They can be dragged, moved, added and removed. */
export function Seeds({ teams, onChange }: Props) {
  const rows = useLiveState((shown) => shown.live.rows)
  const all = useMemo(() => Object.values(rows.team).toSorted((a, b) => a.id - b.id), [rows.team])
  const free = all.filter((team) => !teams.includes(team.id))
  if (all.length === 0) {
    return (
      <Group gap="sm">
        <p className={forms.lead}>{words.noTeamsAnywhere}</p>
        <AdminLinkButton to="teams" variant="default">
          {words.toTeams}
        </AdminLinkButton>
      </Group>
    )
  }
  return (
    <>
      <p className={forms.lead}>{teams.length === 0 ? words.noTeams : words.teamsHint}</p>
      <SeedList ids={teams} nameOf={(id) => teamName(rows, id)} onOrder={onChange}>
        {(id) => (
          <ActionIcon
            variant="subtle"
            size={44}
            c="inherit"
            aria-label={words.remove(teamName(rows, id))}
            onClick={() => onChange(teams.filter((team) => team !== id))}
          >
            <Icon name="cross" />
          </ActionIcon>
        )}
      </SeedList>
      {free.length > 0 && (
        <Group gap="sm">
          <NativeSelect
            className={forms.grow}
            aria-label={words.addTeam}
            value=""
            data={rowChoices(words.addTeam, free)}
            onChange={({ currentTarget }) => onChange([...teams, Number(currentTarget.value)])}
          />
          <Button
            variant="default"
            size="md"
            onClick={() => onChange([...teams, ...free.map((team) => team.id)])}
          >
            {words.allTeams}
          </Button>
        </Group>
      )}
    </>
  )
}

type SeedListProps = {
  ids: number[]
  nameOf: (id: number) => string
  onOrder: (ids: number[]) => void
  /** a control beside the name */
  children?: (id: number) => ReactNode
}

/** Numbered seeds that can be dragged and moved. */
export function SeedList({ ids, nameOf, onOrder, children }: SeedListProps) {
  return (
    <div className={styles.seeds}>
      <SortableList label={words.seedList} ids={ids} nameOf={nameOf} onOrder={onOrder}>
        {(id) => (
          <>
            <span className={styles.seed}>
              <span className={styles.place}>{ids.indexOf(id) + 1}</span>
              <span className={styles.name} title={nameOf(id)}>
                {nameOf(id)}
              </span>
            </span>
            {children?.(id)}
          </>
        )}
      </SortableList>
    </div>
  )
}

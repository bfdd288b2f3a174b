import { useId } from 'react'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Choice, Group, Problem, TextField, describedBy } from './Fields.tsx'
import type { Errors, TeamChoice, TeamKind } from './form.ts'
import styles from './Register.module.css'

type Named = { id: number; name: string }
type Props = {
  teams: readonly Named[]
  /** the player's current team, if any */
  own: Named | null
  choice: TeamChoice
  errors: Errors
  onChoice: (choice: TeamChoice) => void
}

/** How to play: as a free agent, in a new team, or in an existing one. */
export function TeamField({ teams, own, choice, errors, onChoice }: Props) {
  const name = useId()
  const kinds: TeamKind[] = own ? ['same', 'free', 'create', 'join'] : ['free', 'create', 'join']
  const others = teams.filter(({ id }) => id !== own?.id)
  const kind = choice.kind === 'same' && !own ? 'free' : choice.kind
  return (
    <>
      <Group label={words.howToPlay} isOne isRequired>
        {kinds.map((option) => (
          <Choice
            key={option}
            type="radio"
            name={name}
            label={option === 'same' ? words.teams.same(own?.name ?? '') : words.teams[option]}
            hint={option === 'same' ? undefined : words.teamHints[option]}
            isChosen={kind === option}
            onChange={() => onChoice({ ...choice, kind: option })}
          />
        ))}
      </Group>
      {kind === 'create' && (
        <TextField
          label={words.teamName}
          isRequired
          value={choice.name}
          error={errors['newTeam']}
          onChange={(name) => onChoice({ ...choice, name })}
        />
      )}
      {kind === 'join' && (
        <WhichTeam
          teams={others}
          team={choice.team}
          error={errors['team']}
          onTeam={(team) => onChoice({ ...choice, team })}
        />
      )}
    </>
  )
}

type WhichTeamProps = {
  teams: readonly Named[]
  team: number | null
  error: string | undefined
  onTeam: (team: number | null) => void
}

function WhichTeam({ teams, team, error, onTeam }: WhichTeamProps) {
  const id = useId()
  if (teams.length === 0) return <p className="dim">{words.noTeams}</p>
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {words.whichTeam}
      </label>
      <select
        id={id}
        className={styles.input}
        value={team ?? ''}
        aria-required
        {...describedBy(id, undefined, error)}
        onChange={({ currentTarget }) => onTeam(Number(currentTarget.value) || null)}
      >
        <option value="">{words.chooseTeam}</option>
        {teams.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Problem id={id} error={error} />
    </div>
  )
}

import { useId } from 'react'
import { registration as words } from '../../core/text/registration.ts'
import { Choice, Group, Problem, TextField, described } from './Fields.tsx'
import type { Errors, TeamChoice, TeamKind } from './form.ts'
import styles from './Register.module.css'

type Named = { id: number; name: string }
type Props = {
  teams: readonly Named[]
  /** where they are now, if anywhere */
  own: Named | null
  choice: TeamChoice
  errors: Errors
  onChoice: (choice: TeamChoice) => void
}

/** Free agent, a team of one's own, or one that is there. */
export function TeamField({ teams, own, choice, errors, onChoice }: Props) {
  const name = useId()
  const kinds: TeamKind[] = own ? ['same', 'free', 'create', 'join'] : ['free', 'create', 'join']
  const others = teams.filter(({ id }) => id !== own?.id)
  const kind = choice.kind === 'same' && !own ? 'free' : choice.kind
  return (
    <>
      <Group label={words.howToPlay} isOne isRequired>
        {kinds.map((one) => (
          <Choice
            key={one}
            type="radio"
            name={name}
            label={one === 'same' ? words.teams.same(own?.name ?? '') : words.teams[one]}
            hint={one === 'same' ? undefined : words.teamHints[one]}
            isChosen={kind === one}
            onChange={() => onChoice({ ...choice, kind: one })}
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

type WhichProps = {
  teams: readonly Named[]
  team: number | null
  error: string | undefined
  onTeam: (team: number | null) => void
}

function WhichTeam({ teams, team, error, onTeam }: WhichProps) {
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
        {...described(id, undefined, error)}
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

import { PictureField } from '../../ui/picture/PictureField.tsx'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Markdown } from '../page/LazyMarkdown.tsx'
import { TextField, Tick, Choice, Group, Problem, describedBy } from './Fields.tsx'
import type { Errors, FormOption, RegistrationFields, TeamChoice, TeamKind } from './form.ts'
import { Options } from './Options.tsx'
import type { Question, RegistrationSettings } from './registration-body.ts'
import { Questions } from './Questions.tsx'
import styles from './Register.module.css'
import { useId } from 'react'

type Named = { id: number; name: string }
type Props = {
  settings: Pick<
    RegistrationSettings,
    'tidbitPrompt' | 'requirePlayerPhoto' | 'acceptPayments' | 'paymentMessage'
  >
  questions: readonly Question[]
  options: readonly FormOption[]
  teams: readonly Named[]
  own: Named | null
  fields: RegistrationFields
  errors: Errors
  onFields: (change: (fields: RegistrationFields) => RegistrationFields) => void
}

/** All fields of a registration, for the player and for the organisers' preview. */
export function FormFields(props: Props) {
  const { settings, questions, options, teams, own, fields, errors, onFields } = props
  const set = (part: Partial<RegistrationFields>) => onFields((before) => ({ ...before, ...part }))
  return (
    <>
      <section className={styles.section}>
        <h3>{words.about}</h3>
        <TextField
          label={words.name}
          hint={words.nameHint}
          isRequired
          autoComplete="nickname"
          value={fields.name}
          error={errors['name']}
          onChange={(name) => set({ name })}
        />
        <TextField
          label={words.pronouns}
          value={fields.pronouns}
          error={errors['pronouns']}
          onChange={(pronouns) => set({ pronouns })}
        />
        <TextField
          label={words.scene}
          value={fields.scene}
          error={errors['scene']}
          onChange={(scene) => set({ scene })}
        />
        {settings.tidbitPrompt.trim() !== '' && (
          <TextField
            label={settings.tidbitPrompt}
            rows={2}
            value={fields.tidbit}
            error={errors['tidbit']}
            onChange={(tidbit) => set({ tidbit })}
          />
        )}
        <PictureField
          label={words.photo}
          hint={settings.requirePlayerPhoto ? words.photoRequired : words.optional}
          isRequired={settings.requirePlayerPhoto}
          value={fields.image}
          error={errors['image']}
          onChange={(image) => set({ image })}
        />
        <Tick
          label={words.hidden}
          hint={words.hiddenHint}
          isTicked={fields.doNotDisplay}
          onChange={(doNotDisplay) => set({ doNotDisplay })}
        />
      </section>
      {questions.length > 0 && (
        <section className={styles.section}>
          <h3>{words.questions}</h3>
          <Questions
            questions={questions}
            answers={fields.answers}
            errors={errors}
            onAnswer={(name, answer) =>
              onFields((before) => ({ ...before, answers: { ...before.answers, [name]: answer } }))
            }
          />
        </section>
      )}
      <section className={styles.section}>
        <h3>{words.team}</h3>
        <TeamField
          teams={teams}
          own={own}
          choice={fields.team}
          errors={errors}
          onChoice={(team) => set({ team })}
        />
      </section>
      {options.length > 0 && (
        <section className={styles.section}>
          <h3>{words.options}</h3>
          <Markdown source={settings.paymentMessage} />
          <Options
            options={options}
            picked={fields.picked}
            errors={errors}
            onPick={(id, picked) =>
              onFields((before) => ({ ...before, picked: { ...before.picked, [id]: picked } }))
            }
          />
          <p className="dim">{settings.acceptPayments ? words.byCard : words.byHand}</p>
        </section>
      )}
    </>
  )
}

type TeamFieldNamed = { id: number; name: string }

type TeamFieldProps = {
  teams: readonly TeamFieldNamed[]
  /** the player's current team, if any */
  own: TeamFieldNamed | null
  choice: TeamChoice
  errors: Errors
  onChoice: (choice: TeamChoice) => void
}

/** How to play: as a free agent, in a new team, or in an existing one. */
function TeamField({ teams, own, choice, errors, onChoice }: TeamFieldProps) {
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
  teams: readonly TeamFieldNamed[]
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

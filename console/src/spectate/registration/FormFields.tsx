import { PictureField } from '../../ui/picture/PictureField.tsx'
import { registration as words } from '../../core/text/spectate/registration.ts'
import { Markdown } from '../page/LazyMarkdown.tsx'
import { TextField, Tick } from './Fields.tsx'
import type { Errors, FormOption, RegistrationFields } from './form.ts'
import { Options } from './Options.tsx'
import type { Question, RegistrationSettings } from './registration-body.ts'
import { Questions } from './Questions.tsx'
import styles from './Register.module.css'
import { TeamField } from './TeamField.tsx'

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

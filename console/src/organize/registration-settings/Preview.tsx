import { useState } from 'react'
import { configure as words } from './text.ts'
import { Markdown } from '../../spectate/page/LazyMarkdown.tsx'
import { fieldsOf } from '../../spectate/registration/form.ts'
import { FormFields } from '../../spectate/registration/FormFields.tsx'
import type {
  PaymentOption,
  Question,
  RegistrationSettings,
} from '../../spectate/registration/registration-body.ts'
import page from '../../spectate/registration/Register.module.css'
import styles from './ConfigureRegistration.module.css'
import { bannerProblem } from './registration-settings.ts'

type Props = {
  values: RegistrationSettings
  questions: readonly Question[]
  options: readonly PaymentOption[]
}
const empty = fieldsOf(null)

/** The form as players would see it with the current settings, saved or not. */
export function Preview({ values, questions, options }: Props) {
  const [fields, setFields] = useState(empty)
  const { registrationBanner: banner, registrationMessage } = values
  return (
    <section className={styles.preview} aria-label={words.preview} tabIndex={0}>
      <h2>{words.preview}</h2>
      <p>{words.previewLead}</p>
      {banner && bannerProblem(banner) === null && (
        <img src={banner} alt="" className={page.banner} />
      )}
      <Markdown source={registrationMessage} />
      <FormFields
        settings={values}
        questions={questions}
        options={options}
        teams={[]}
        own={null}
        fields={fields}
        errors={{}}
        onFields={setFields}
      />
    </section>
  )
}

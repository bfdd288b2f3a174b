import { useState } from 'react'
import { configure as words } from '../../text/configure.ts'
import { Markdown } from '../public/LazyMarkdown.tsx'
import { draftOf } from '../register/form.ts'
import { FormFields } from '../register/FormFields.tsx'
import type { PaymentOption, Question, RegistrationSettings } from '../register/paper.ts'
import page from '../register/Register.module.css'
import styles from './ConfigureRegistration.module.css'
import { bannerProblem } from './touched.ts'

type Props = {
  values: RegistrationSettings
  questions: readonly Question[]
  options: readonly PaymentOption[]
}
const empty = draftOf(null)

/** The form as a player would see it now, saved or not. */
export function Preview({ values, questions, options }: Props) {
  const [draft, setDraft] = useState(empty)
  const { registrationBanner: banner, registrationMessage } = values
  return (
    <section className={styles.preview} aria-label={words.preview} tabIndex={0}>
      <h2>{words.preview}</h2>
      <p className={page.dim}>{words.previewLead}</p>
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
        draft={draft}
        errors={{}}
        onDraft={setDraft}
      />
    </section>
  )
}

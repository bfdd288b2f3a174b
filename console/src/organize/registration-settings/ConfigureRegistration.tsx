import '@mantine/core/styles/Input.layer.css'
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import form from '../../ui/Form.module.css'
import { useList } from '../../query/useList.ts'
import { useResource } from '../../query/useResource.ts'
import { text } from '../../core/text/text.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { optionsOf, questionsOf } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { Options } from './Options.tsx'
import { Questions } from './Questions.tsx'
import { Settings } from './Settings.tsx'
import { useRegistrationSettings } from './useRegistrationSettings.ts'
import { rest, reasonOf } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { useState } from 'react'
import { Markdown } from '../../spectate/page/LazyMarkdown.tsx'
import { fieldsOf } from '../../spectate/registration/form.ts'
import { FormFields } from '../../spectate/registration/FormFields.tsx'
import type {
  PaymentOption,
  Question,
  RegistrationSettings,
} from '../../spectate/registration/registration-body.ts'
import page from '../../spectate/registration/Register.module.css'
import { bannerProblem } from './registration-settings.ts'

/** The settings of the registration form, with a preview beside them. */
export default function ConfigureRegistration() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const {
    answer: registration,
    error,
    reload,
  } = useResource(rest.get('/api/tournament/tournament/:id/', { id }))
  return (
    <Stack gap="lg">
      <Group>
        <PageTitle>{words.title}</PageTitle>
        <PageLink />
      </Group>
      {error !== null && (
        <p role="alert">
          {reasonOf(error)}{' '}
          <Button variant="default" onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      {registration === null && error === null && <Waiting />}
      {registration && <Configuration {...{ registration, reload }} />}
    </Stack>
  )
}

function Configuration(saved: Parameters<typeof useRegistrationSettings>[0]) {
  const settings = useRegistrationSettings(saved)
  const { id, stripeConfigured } = saved.registration
  const questions = useList(questionsOf(id))
  const options = useList(optionsOf(id))
  return (
    <div className={styles.halves}>
      <Stack gap="lg">
        <Settings {...settings} hasAccount={stripeConfigured} />
        <Questions tournament={id} list={questions} />
        <Options tournament={id} list={options} />
      </Stack>
      <Preview
        values={settings.form.values}
        questions={questions.rows ?? []}
        options={options.rows ?? []}
      />
    </div>
  )
}

function PageLink() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const href = `/t/${tournament.scene.name}/${tournament.slug}/register`
  return (
    <Anchor href={href} className={form.link}>
      {words.page}
    </Anchor>
  )
}

type Props = {
  values: RegistrationSettings
  questions: readonly Question[]
  options: readonly PaymentOption[]
}
const empty = fieldsOf(null)

/** The form as players would see it with the current settings, saved or not. */
function Preview({ values, questions, options }: Props) {
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

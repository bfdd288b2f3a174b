import '@mantine/core/styles/Input.layer.css'
import { Button, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import form from '../../ui/Form.module.css'
import { useList } from '../../query/useList.ts'
import { text } from '../../core/text/text.ts'
import { configure as words } from './text.ts'
import { Waiting } from '../../ui/Frame.tsx'
import { listOf, optionUrl, questionUrl } from '../../spectate/registration/registration-body.ts'
import type { PaymentOption, Question } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { Options } from './Options.tsx'
import { Preview } from './Preview.tsx'
import { Questions } from './Questions.tsx'
import { Settings } from './Settings.tsx'
import { useRegistrationSettings } from './useRegistrationSettings.ts'

/** What players are asked and told when they register, with a preview of it beside it. */
export function ConfigureRegistration() {
  const settings = useRegistrationSettings()
  const { id, values, failure, reload } = settings
  const questions = useList<Question>(listOf(questionUrl, id))
  const options = useList<PaymentOption>(listOf(optionUrl, id))
  return (
    <div className={form.screen}>
      <div className={form.row}>
        <Title order={1} size="h2">
          {words.title}
        </Title>
        <PageLink />
      </div>
      {failure !== null && (
        <p role="alert">
          {failure}{' '}
          <Button variant="default" className={form.button} onClick={() => void reload()}>
            {text.retry}
          </Button>
        </p>
      )}
      {values === null && failure === null && <Waiting />}
      {values && (
        <div className={styles.halves}>
          <div className={form.screen}>
            <Settings settings={settings} values={values} />
            <Questions tournament={id} kept={questions} />
            <Options tournament={id} kept={options} />
          </div>
          <Preview values={values} questions={questions.rows ?? []} options={options.rows ?? []} />
        </div>
      )}
    </div>
  )
}

function PageLink() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const href = `/t/${tournament.scene.name}/${tournament.slug}/register`
  return (
    <a href={href} className={styles.page}>
      {words.page}
    </a>
  )
}

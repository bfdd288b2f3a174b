import { Button, Switch, TextInput, Textarea } from '@mantine/core'
import { Confirm } from '../../ui/Confirm.tsx'
import form from '../../ui/Form.module.css'
import { PictureField } from '../../ui/PictureField.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { text } from '../../core/text/text.ts'
import { configure as words } from './text.ts'
import { SegmentLink } from '../../ui/SegmentLink.tsx'
import type { RegistrationSettings } from '../../spectate/registration/registration-body.ts'
import styles from './ConfigureRegistration.module.css'
import { bannerProblem } from './changed-settings.ts'
import type { Field } from './changed-settings.ts'
import type { useRegistrationSettings } from './useRegistrationSettings.ts'

type Props = {
  settings: ReturnType<typeof useRegistrationSettings>
  values: RegistrationSettings
}
const fields = ['registrationCloseDate', 'registrationBanner', 'acceptPayments'] as const

/** Whether players can register, until when, and what they read. */
export function Settings({ settings, values }: Props) {
  const { paper, touched, isSaving, problem, type, asked, server } = settings
  const badBanner = touched.includes('registrationBanner')
    ? bannerProblem(values.registrationBanner)
    : null
  const isOpen = values.allowRegistration
  const whyNoPayments = !paper?.stripeConfigured
    ? words.stripeMissing
    : isOpen
      ? null
      : words.registrationMissing
  const canSave = touched.length > 0 && badBanner === null
  const errorOf = (field: Field) => problem?.fields[field]
  return (
    <form
      noValidate
      className={form.section}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave && !isSaving) void settings.save()
      }}
    >
      <h2>{words.settings}</h2>
      <Toggle
        label={words.allowRegistration}
        isOn={isOpen}
        onChange={(allowRegistration) =>
          // Without registration there is nothing to pay for.
          type({ allowRegistration, ...(!allowRegistration && { acceptPayments: false }) })
        }
      />
      <TextInput
        type="date"
        className={styles.date}
        label={words.registrationCloseDate}
        description={isOpen ? words.closeHint : words.closeOff}
        disabled={!isOpen}
        value={values.registrationCloseDate ?? ''}
        error={errorOf('registrationCloseDate')}
        onChange={({ currentTarget }) =>
          type({ registrationCloseDate: currentTarget.value || null })
        }
      />
      <PictureField
        label={words.registrationBanner}
        hint={words.bannerHint}
        hasAddress
        value={values.registrationBanner}
        error={badBanner ? words[badBanner] : errorOf('registrationBanner')}
        onChange={(registrationBanner) => type({ registrationBanner })}
      />
      <Textarea
        label={words.registrationMessage}
        description={words.messageHint}
        rows={8}
        maxLength={20_000}
        value={values.registrationMessage}
        error={errorOf('registrationMessage')}
        onChange={({ currentTarget }) => type({ registrationMessage: currentTarget.value })}
      />
      <TextInput
        label={words.tidbitPrompt}
        description={words.tidbitHint}
        maxLength={500}
        value={values.tidbitPrompt}
        error={errorOf('tidbitPrompt')}
        onChange={({ currentTarget }) => type({ tidbitPrompt: currentTarget.value })}
      />
      <Toggle
        label={words.requirePlayerPhoto}
        isOn={values.requirePlayerPhoto}
        error={errorOf('requirePlayerPhoto')}
        onChange={(requirePlayerPhoto) => type({ requirePlayerPhoto })}
      />
      <Toggle
        label={words.acceptPayments}
        isOn={values.acceptPayments}
        isOff={whyNoPayments !== null}
        hint={whyNoPayments}
        error={errorOf('acceptPayments')}
        onChange={(acceptPayments) => type({ acceptPayments })}
      />
      {!paper?.stripeConfigured && (
        <SegmentLink to="payment-processor">{words.toProcessor}</SegmentLink>
      )}
      <Textarea
        label={words.paymentMessage}
        description={words.paymentHint}
        rows={3}
        maxLength={20_000}
        value={values.paymentMessage}
        error={errorOf('paymentMessage')}
        onChange={({ currentTarget }) => type({ paymentMessage: currentTarget.value })}
      />
      <ProblemNote
        problem={problem}
        title={touched.includes('requirePlayerPhoto') ? words.photoFailed : words.failed}
        beside={fields}
        onDismiss={settings.dismiss}
      />
      <div className={`${form.row} ${styles.end}`}>
        <Button
          type="submit"
          size="md"
          className={form.button}
          aria-disabled={!canSave || undefined}
          data-disabled={!canSave || undefined}
          loading={isSaving}
        >
          {text.saving.save}
        </Button>
        <span role="status">{touched.length > 0 ? words.unsaved : words.unchanged}</span>
      </div>
      {asked && server && (
        <Confirm
          title={words.conflict}
          reasons={asked.map((field) => words.changedBy(words[field], shown(server[field])))}
          yes={words.overwrite}
          no={words.keepEditing}
          onYes={settings.overwrite}
          onClose={settings.lookAgain}
        />
      )}
    </form>
  )
}

type ToggleProps = {
  label: string
  isOn: boolean
  isOff?: boolean
  hint?: string | null
  error?: string | undefined
  onChange: (isOn: boolean) => void
}

function Toggle({ label, isOn, isOff, hint, error, onChange }: ToggleProps) {
  return (
    <Switch
      size="lg"
      color="gray.6"
      withThumbIndicator={false}
      className={form.choice}
      label={label}
      description={hint}
      error={error}
      disabled={isOff}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}

function shown(value: string | boolean | null): string {
  if (typeof value === 'boolean') return value ? words.on : words.off
  if (!value) return words.nothing
  return value.length > 200 ? `${value.slice(0, 200)}…` : value
}

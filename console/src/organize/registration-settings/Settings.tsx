import '@mantine/core/styles/NumberInput.layer.css'
import { NumberInput, Switch, TextInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ConflictQuestion, ConcurrentEdits } from '../../ui/form/ConcurrentEdits.tsx'
import forms from '../../ui/Form.module.css'
import { PictureField } from '../../ui/picture/PictureField.tsx'
import { savingText } from '../../core/text/forms.ts'
import { configure as words } from '../../core/text/organize/registration.ts'
import { AdminLink } from '../../ui/AdminLink.tsx'
import styles from './ConfigureRegistration.module.css'
import { bannerProblem, displayValue } from './registration-settings.ts'
import type { useRegistrationSettings } from './useRegistrationSettings.ts'
import { Section } from '../../ui/page/Section.tsx'

type Props = ReturnType<typeof useRegistrationSettings> & { hasAccount: boolean }

/** Whether and until when players can register, and the texts of the page. */
export function Settings({ form, save, hasAccount }: Props) {
  const { values, changes } = form
  const badBanner = 'registrationBanner' in changes && bannerProblem(values.registrationBanner)
  const isOpen = values.allowRegistration
  // A date input with half a date, or with 31 February, has an empty value.
  const [isUnreadable, setUnreadable] = useState(false)
  const isBadDate = isOpen && isUnreadable && !values.registrationCloseDate
  const noteDate = ({ validity }: HTMLInputElement) => setUnreadable(validity.badInput)
  const paymentsHint = isOpen ? null : words.registrationMissing
  const conflictProps = { form, shown: displayValue }
  return (
    <Section title={words.settings}>
      <EditForm
        form={form}
        onSave={save}
        failed={'requirePlayerPhoto' in changes ? words.photoFailed : words.failed}
        button={savingText.save}
        isLong
        isDisabled={Boolean(badBanner) || isBadDate}
      >
        <Switch
          className={forms.choice}
          label={words.allowRegistration}
          {...form.tick('allowRegistration')}
          onChange={({ currentTarget: { checked: allowRegistration } }) =>
            // Payments require registration.
            form.set({ allowRegistration, ...(!allowRegistration && { acceptPayments: false }) })
          }
        />
        <ConcurrentEdits field="allowRegistration" {...conflictProps} />
        <TextInput
          type="date"
          className={styles.date}
          label={words.registrationCloseDate}
          description={isOpen ? words.closeHint : words.closeOff}
          disabled={!isOpen}
          {...form.field('registrationCloseDate')}
          {...(isBadDate && { error: words.badDate })}
          onChange={({ currentTarget }) => {
            noteDate(currentTarget)
            form.set({ registrationCloseDate: currentTarget.value || null })
          }}
          onBlur={({ currentTarget }) => noteDate(currentTarget)}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && noteDate(currentTarget)}
        />
        <ConcurrentEdits field="registrationCloseDate" {...conflictProps} />
        <NumberInput
          hideControls
          className={styles.date}
          label={words.places}
          description={words.placesHint}
          disabled={!isOpen}
          min={1}
          max={10_000}
          allowDecimal={false}
          {...form.field('places')}
          value={values.places ?? ''}
          onChange={(places) => form.set({ places: typeof places === 'number' ? places : null })}
        />
        <ConcurrentEdits field="places" {...conflictProps} />
        {values.places !== null && (
          <NumberInput
            hideControls
            className={styles.date}
            label={words.offerHours}
            description={words.offerHint}
            min={1}
            max={720}
            allowDecimal={false}
            {...form.field('offerHours')}
            value={values.offerHours}
            onChange={(hours) => form.set({ offerHours: typeof hours === 'number' ? hours : 24 })}
          />
        )}
        <ConcurrentEdits field="offerHours" {...conflictProps} />
        <PictureField
          label={words.registrationBanner}
          hint={words.bannerHint}
          hasAddress
          {...form.field('registrationBanner')}
          {...(badBanner && { error: words[badBanner] })}
        />
        <ConcurrentEdits field="registrationBanner" {...conflictProps} />
        <Textarea
          label={words.registrationMessage}
          description={words.messageHint}
          rows={8}
          {...form.field('registrationMessage')}
        />
        <ConcurrentEdits field="registrationMessage" {...conflictProps} />
        <TextInput
          label={words.tidbitPrompt}
          description={words.tidbitHint}
          {...form.field('tidbitPrompt')}
        />
        <ConcurrentEdits field="tidbitPrompt" {...conflictProps} />
        <Switch
          className={forms.choice}
          label={words.requirePlayerPhoto}
          {...form.tick('requirePlayerPhoto')}
        />
        <ConcurrentEdits field="requirePlayerPhoto" {...conflictProps} />
        <Switch
          className={forms.choice}
          label={words.acceptPayments}
          disabled={!hasAccount || !isOpen}
          description={hasAccount ? paymentsHint : words.stripeMissing}
          {...form.tick('acceptPayments')}
        />
        {!hasAccount && (
          <AdminLink to="payment-processor" className={forms.link}>
            {words.toProcessor}
          </AdminLink>
        )}
        <ConcurrentEdits field="acceptPayments" {...conflictProps} />
        <Textarea
          label={words.paymentMessage}
          description={words.paymentHint}
          rows={3}
          {...form.field('paymentMessage')}
        />
        <ConcurrentEdits field="paymentMessage" {...conflictProps} />
      </EditForm>
      <ConflictQuestion {...conflictProps} labels={words} />
    </Section>
  )
}

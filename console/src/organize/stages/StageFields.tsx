import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core'
import { grandFinals } from '#events/rules/layout/double-elim.ts'
import { stageLimits } from '#events/rules/stage-settings.ts'
import { stageTypeNames, typeOf } from '#events/rules/stage-types/stage-types.ts'
import type { TypeSetting } from '#events/rules/stage-types/stage-types.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import forms from '../../ui/Form.module.css'
import { Stepper } from '../../ui/Stepper.tsx'
import { stages } from '../../core/text/organize/stages.ts'
import { stageTypeOf } from './stage-form.ts'
import type { StageField, StageForm } from './stage-form.ts'
import styles from './Stages.module.css'

export type FieldsProps = {
  form: EditedForm<StageForm>
  shown: ReadonlySet<StageField>
}
type NumberField = keyof typeof stageLimits
type FlagField = { [K in StageField]: StageForm[K] extends boolean ? K : never }[StageField]

const words = stages.form
const typeChoices = [
  { value: '', label: words.typeNone },
  ...stageTypeNames.map((value) => ({ value, label: stages.type(value) })),
]
const warmups = Object.entries(words.autoWarmups).map(([value, label]) => ({ value, label }))
const finals = grandFinals.map((value) => ({ value, label: words.grandFinals[value] }))

export function NameFields({ form, shown }: FieldsProps) {
  const { stageType } = form.values
  return (
    <>
      <TextInput label={words.name} required {...form.field('name')} />
      <NativeSelect
        label={words.type}
        data={typeChoices}
        description={stageType === '' ? undefined : words.typeHint[stageType]}
        {...form.field('stageType')}
      />
      {shown.has('numGroups') && (
        <Count
          field="numGroups"
          label={words.ofType.numGroups}
          hint={words.groupsHint}
          form={form}
        />
      )}
    </>
  )
}

/** The length of a match, and what happens when it ends level. */
export function LengthFields({ form, shown }: FieldsProps) {
  const { settings } = typeOf(stageTypeOf(form.values))
  return (
    <fieldset className={styles.fields}>
      <legend>{words.length}</legend>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Count field="winsPerMatch" label={words.winsPerMatch} hint={words.winsHint} form={form} />
        <Count
          field="roundsPerMatch"
          label={words.roundsPerMatch}
          hint={words.roundsHint}
          form={form}
        />
      </SimpleGrid>
      {shown.has('addTiebreaker') && (
        <Flag field="addTiebreaker" label={words.addTiebreaker} form={form} />
      )}
      {settings
        .filter((field) => field !== 'numGroups')
        .map((field) => (
          <TypeSetting key={field} field={field} form={form} />
        ))}
    </fieldset>
  )
}

/** A setting that only some stage types have. Numbers share one control. */
function TypeSetting({ field, form }: Pick<FieldsProps, 'form'> & { field: TypeSetting }) {
  const label = words.ofType[field]
  if (field === 'thirdPlaceMatch') return <Flag field={field} label={label} form={form} />
  if (field !== 'grandFinal') return <Count field={field} label={label} form={form} />
  return <NativeSelect label={label} data={finals} {...form.field(field)} />
}

/** How matches are played at the cabinets. */
export function PlayFields({ form, shown }: FieldsProps) {
  const hasNoLength = form.values.winsPerMatch === 0 && form.values.roundsPerMatch === 0
  return (
    <fieldset className={styles.fields}>
      <legend>{words.play}</legend>
      {shown.has('queueTimer') && (
        <Count
          field="queueTimer"
          label={words.queueTimer}
          hint={words.queueTimerHint}
          step={5}
          form={form}
        />
      )}
      <NativeSelect label={words.autoWarmup} data={warmups} {...form.field('autoWarmup')} />
      <Flag
        field="autoComplete"
        label={words.autoComplete}
        {...(hasNoLength && { hint: words.noDecidingGame })}
        form={form}
      />
      <Flag
        field="randomizeSides"
        label={words.randomizeSides}
        hint={words.randomizeHint}
        form={form}
      />
    </fieldset>
  )
}

type LabelledProps = Pick<FieldsProps, 'form'> & { label: string; hint?: string }

function Count({
  field,
  label,
  hint,
  step = 1,
  form,
}: LabelledProps & { field: NumberField; step?: number }) {
  return (
    <Stepper
      label={label}
      description={hint}
      {...stageLimits[field]}
      step={step}
      {...form.field(field)}
    />
  )
}

export function Flag({ field, label, hint, form }: LabelledProps & { field: FlagField }) {
  return <Switch className={forms.choice} label={label} description={hint} {...form.tick(field)} />
}

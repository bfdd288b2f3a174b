import '@mantine/core/styles/Input.css'
import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { grandFinals } from '../../../../events/rules/layout/double-elim.ts'
import { maxStageName, stageLimits } from '../../../../events/rules/stage-settings.ts'
import { stageTypeNames, typeOf } from '../../../../events/rules/stage-types/stage-types.ts'
import type { StageType, TypeSetting } from '../../../../events/rules/stage-types/stage-types.ts'
import { Stepper } from '../../ui/Stepper.tsx'
import { stages } from './text.ts'
import { typed } from './stage-form.ts'
import type { StageField, StageForm } from './stage-form.ts'
import styles from './Stages.module.css'

export type FieldsProps = {
  form: StageForm
  shown: ReadonlySet<StageField>
  change: (part: Partial<StageForm>) => void
  /** texts by field */
  wrong: Record<string, string>
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

export function NameFields({ form, shown, change, wrong }: FieldsProps) {
  return (
    <>
      <TextInput
        label={words.name}
        size="md"
        required
        maxLength={maxStageName + 1}
        value={form.name}
        error={wrong['name']}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <NativeSelect
        label={words.type}
        size="md"
        data={typeChoices}
        value={form.stageType}
        error={wrong['stageType']}
        description={form.stageType === '' ? undefined : words.typeHint[form.stageType]}
        onChange={({ currentTarget }) =>
          change({ stageType: currentTarget.value as StageType | '' })
        }
      />
      {shown.has('numGroups') && (
        <Count
          field="numGroups"
          label={words.ofType.numGroups}
          hint={words.groupsHint}
          {...{ form, change, wrong }}
        />
      )}
    </>
  )
}

/** When a match ends, and what becomes of a level one. */
export function LengthFields({ form, shown, change, wrong }: FieldsProps) {
  const props = { form, change, wrong }
  const typeSettings = typeOf(typed(form)).settings.filter((field) => field !== 'numGroups')
  return (
    <fieldset className={styles.fields}>
      <legend>{words.length}</legend>
      <div className={styles.pair}>
        <Count field="winsPerMatch" label={words.winsPerMatch} hint={words.winsHint} {...props} />
        <Count
          field="roundsPerMatch"
          label={words.roundsPerMatch}
          hint={words.roundsHint}
          {...props}
        />
      </div>
      {shown.has('addTiebreaker') && (
        <Flag field="addTiebreaker" label={words.addTiebreaker} {...props} />
      )}
      {typeSettings.map((field) => (
        <TypeSetting key={field} field={field} {...props} />
      ))}
    </fieldset>
  )
}

/** What not every type has; a new number needs no control of its own. */
function TypeSetting({
  field,
  form,
  change,
  wrong,
}: Pick<FieldsProps, 'form' | 'change' | 'wrong'> & { field: TypeSetting }) {
  const props = { label: words.ofType[field], form, change, wrong }
  if (field === 'thirdPlaceMatch') return <Flag field={field} {...props} />
  if (field !== 'grandFinal') return <Count field={field} {...props} />
  return (
    <NativeSelect
      label={props.label}
      size="md"
      data={finals}
      value={form[field]}
      error={wrong[field]}
      onChange={({ currentTarget }) =>
        change({ [field]: currentTarget.value as StageForm['grandFinal'] })
      }
    />
  )
}

/** What happens at the cabinets. */
export function PlayFields({ form, shown, change, wrong }: FieldsProps) {
  const props = { form, change, wrong }
  return (
    <fieldset className={styles.fields}>
      <legend>{words.play}</legend>
      {shown.has('queueTimer') && (
        <Count
          field="queueTimer"
          label={words.queueTimer}
          hint={words.queueTimerHint}
          step={5}
          {...props}
        />
      )}
      <NativeSelect
        label={words.autoWarmup}
        size="md"
        data={warmups}
        value={form.autoWarmup}
        error={wrong['autoWarmup']}
        onChange={({ currentTarget }) =>
          change({ autoWarmup: currentTarget.value as StageForm['autoWarmup'] })
        }
      />
      <Flag field="autoComplete" label={words.autoComplete} {...props} />
      <Flag
        field="randomizeSides"
        label={words.randomizeSides}
        hint={words.randomizeHint}
        {...props}
      />
    </fieldset>
  )
}

type Common = Pick<FieldsProps, 'form' | 'change' | 'wrong'> & { label: string; hint?: string }

function Count({
  field,
  label,
  hint,
  step = 1,
  form,
  change,
  wrong,
}: Common & { field: NumberField; step?: number }) {
  return (
    <Stepper
      label={label}
      description={hint}
      error={wrong[field]}
      value={form[field]}
      {...stageLimits[field]}
      step={step}
      onChange={(value) => change({ [field]: value })}
    />
  )
}

export function Flag({ field, label, hint, form, change, wrong }: Common & { field: FlagField }) {
  return (
    <Switch
      size="lg"
      color="gray.6"
      withThumbIndicator={false}
      className={styles.flag}
      label={label}
      description={hint}
      error={wrong[field]}
      checked={form[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.checked })}
    />
  )
}

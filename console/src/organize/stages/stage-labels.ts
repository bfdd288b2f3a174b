import { form as words } from '../../core/text/forms.ts'
import { stages } from '../../core/text/organize/stages.ts'
import type { StageField, StageForm } from './stage-form.ts'

const { form } = stages

export const labels: Record<StageField, string> = {
  ...form,
  ...form.ofType,
  stageType: form.type,
  stageTiebreakers: form.tiebreakers,
}

/** A value set by somebody else, in the words of the form. */
export function displayValue(field: StageField, values: StageForm): string {
  if (field === 'stageType') return values.stageType ? stages.type(values.stageType) : form.typeNone
  if (field === 'grandFinal') return form.grandFinals[values.grandFinal]
  if (field === 'autoWarmup') return form.autoWarmups[values.autoWarmup]
  if (field === 'stageTiebreakers') {
    return values.stageTiebreakers.map((rule) => form.tiebreakerNames[rule]).join(', ')
  }
  const value = values[field]
  if (typeof value === 'boolean') return value ? words.on : words.off
  return `${value ?? ''}` || words.nothing
}

import { NativeSelect } from '@mantine/core'
import { settings as words } from '../../text/settings.ts'
import type { Errors, Settings } from './draft.ts'
import { idOf } from './useSettings.ts'

type Props = {
  values: Settings
  errors: Errors
  onChange: (change: Partial<Settings>) => void
}
const choices = (named: Record<string, string>) =>
  Object.entries(named).map(([value, label]) => ({ value, label }))

/** Until when officials may mark a match, and how many sign a ruling (R-DI-2, R-DI-4). */
export function ProtestChoices({ values, errors, onChange }: Props) {
  return (
    <>
      <NativeSelect
        id={idOf('protestDeadline')}
        label={words.protestDeadline}
        description={words.deadlineHint}
        error={errors.protestDeadline}
        data={choices(words.deadlines)}
        value={values.protestDeadline}
        onChange={({ currentTarget }) =>
          onChange({ protestDeadline: currentTarget.value as Settings['protestDeadline'] })
        }
      />
      <NativeSelect
        id={idOf('rulingSigners')}
        label={words.rulingSigners}
        error={errors.rulingSigners}
        data={choices(words.signers)}
        value={values.rulingSigners}
        onChange={({ currentTarget }) =>
          onChange({ rulingSigners: currentTarget.value as Settings['rulingSigners'] })
        }
      />
    </>
  )
}

import { NativeSelect } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { atLeast } from '../../../../events/schema/ruling-signers.ts'
import { rest } from '../../core/rest.ts'
import type { SceneDefaults } from '../../core/rest.ts'
import { useList } from '../../query/useList.ts'
import { settings as words } from '../../core/text/settings.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Settings } from './settings-form.ts'

type Choice = { value: string; label: string; disabled?: boolean }

export function choices(named: Record<string, string>): Choice[] {
  return Object.entries(named).map(([value, label]) => ({ value, label }))
}

/** Until when officials may mark a match, and how many sign a ruling (R-DI-2, R-DI-4). */
export function ProtestChoices({ form }: { form: EditedForm<Settings> }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { name, displayName } = tournament.scene
  const asks = useList(rest.get('/api/tournament/scene/', { name })).rows?.[0]
  return (
    <>
      <NativeSelect
        label={words.protestDeadline}
        description={[
          words.deadlineHint,
          asks && words.deadlineOf(displayName, words.deadlines[asks.protestDeadline]),
        ]
          .filter(Boolean)
          .join(' ')}
        data={choices(words.deadlines)}
        {...form.field('protestDeadline')}
      />
      <NativeSelect
        label={words.rulingSigners}
        description={asks && words.signersOf(displayName, words.signers[asks.rulingSigners])}
        data={choices(words.signers).map((choice) => ({
          ...choice,
          disabled: asks !== undefined && isTooFew(choice.value, { asks, values: form.values }),
        }))}
        {...form.field('rulingSigners')}
      />
    </>
  )
}

/** Less than the scene asks for; what a tournament has already it may keep. */
function isTooFew(value: string, of: { asks: SceneDefaults; values: Settings }): boolean {
  const wanted = value as Settings['rulingSigners']
  return wanted !== of.values.rulingSigners && atLeast(wanted, of.asks.rulingSigners) !== wanted
}

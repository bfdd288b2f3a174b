import { NativeSelect } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { atLeast } from '#events/schema/parts/ruling-signers.ts'
import { rest } from '../../core/rest.ts'
import type { SceneDefaults } from '../../core/rest.ts'
import { useList } from '../../query/useList.ts'
import { settings as words } from '../../core/text/organize/settings.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Settings } from './settings-form.ts'
import { choices } from '../../ui/form/choices.ts'

/** The deadline for protests and the number of signatures on a ruling (R-DI-2, R-DI-4). */
export function ProtestChoices({ form }: { form: EditedForm<Settings> }) {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { name, displayName } = tournament.scene
  const sceneDefaults = useList(rest.get('/api/tournament/scene/', { name })).rows?.[0]
  return (
    <>
      <NativeSelect
        label={words.protestDeadline}
        description={[
          words.deadlineHint,
          sceneDefaults &&
            words.deadlineOf(displayName, words.deadlines[sceneDefaults.protestDeadline]),
        ]
          .filter(Boolean)
          .join(' ')}
        data={choices(words.deadlines)}
        {...form.field('protestDeadline')}
      />
      <NativeSelect
        label={words.rulingSigners}
        description={
          sceneDefaults && words.signersOf(displayName, words.signers[sceneDefaults.rulingSigners])
        }
        data={choices(words.signers).map((choice) => ({
          ...choice,
          disabled:
            sceneDefaults !== undefined && isTooFew(choice.value, sceneDefaults, form.values),
        }))}
        {...form.field('rulingSigners')}
      />
    </>
  )
}

/** Fewer signers than the scene requires. The current value always stays allowed. */
function isTooFew(value: string, sceneDefaults: SceneDefaults, current: Settings): boolean {
  const signers = value as Settings['rulingSigners']
  if (signers === current.rulingSigners) return false
  return atLeast(signers, sceneDefaults.rulingSigners) !== signers
}

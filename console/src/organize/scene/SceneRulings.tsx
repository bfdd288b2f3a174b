import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { rest } from '../../core/rest.ts'
import type { Scene, SceneDefaults } from '../../core/rest.ts'
import { EditForm } from '../../ui/form/EditForm.tsx'
import forms from '../../ui/Form.module.css'
import { toast } from '../../hooks/toast.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { account } from '../../core/text/account.ts'
import { settings } from '../../core/text/organize/settings.ts'
import { choices } from '../../ui/form/choices.ts'
import styles from '../../ui/NarrowPage.module.css'

type Props = { scene: Scene & SceneDefaults; onSaved: () => void }
const words = account.asks

/** A scene's default ruling settings for new tournaments (R-DI-2, R-DI-4). */
export function SceneRulings({ scene, onSaved }: Props) {
  const { protestDeadline, rulingSigners, displayName: name } = scene
  const form = useSavedForm<SceneDefaults>({ server: { protestDeadline, rulingSigners } })

  async function save(
    body: Partial<SceneDefaults>,
    values: SceneDefaults,
  ): Promise<SceneDefaults | void> {
    const saved = await form.save(rest.patch('/api/game/scene/:id/', { id: scene.id }, body))
    if (!saved.ok) return
    toast(words.saved(name))
    onSaved()
    return values
  }

  return (
    <div className={styles.people} id={`rulings-${scene.id}`}>
      <EditForm
        form={form}
        onSave={save}
        failed={words.failed}
        button={words.save}
        buttonLabel={words.saveFor(name)}
        isQuiet
      >
        <h3>{words.title(name)}</h3>
        <p className={forms.lead}>{words.lead}</p>
        <NativeSelect
          label={settings.protestDeadline}
          description={settings.deadlineHint}
          data={choices(settings.deadlines)}
          {...form.field('protestDeadline')}
        />
        <NativeSelect
          label={settings.rulingSigners}
          data={choices(settings.signers)}
          {...form.field('rulingSigners')}
        />
      </EditForm>
    </div>
  )
}

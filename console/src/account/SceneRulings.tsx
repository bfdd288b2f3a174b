import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Scene, SceneDefaults } from '../core/rest.ts'
import form from '../ui/Form.module.css'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { toast } from '../hooks/toast.ts'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { settings } from '../core/text/settings.ts'
import { choices } from '../organize/settings/ProtestChoices.tsx'
import styles from './sign-in/SignIn.module.css'

type Props = { scene: Scene & SceneDefaults; onSaved: () => void }
const words = account.asks

/** What a scene asks of rulings in the tournaments that are made from now on (R-DI-2, R-DI-4). */
export function SceneRulings({ scene, onSaved }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  // What is not chosen here follows whoever else changes it.
  const [chosen, setChosen] = useState<Partial<SceneDefaults>>({})
  const values = { ...scene, ...chosen }
  const name = scene.displayName

  async function keep(): Promise<void> {
    if (isSaving) return
    const path = `/api/game/scene/${scene.id}/`
    const saved = await save({ method: 'PATCH', path, body: chosen })
    if (!saved.ok) return
    toast(words.saved(name))
    setChosen({})
    onSaved()
  }

  return (
    <form
      noValidate
      className={styles.people}
      onSubmit={(event) => (event.preventDefault(), void keep())}
    >
      <h3>{words.title(name)}</h3>
      <p className={form.lead}>{words.lead}</p>
      <NativeSelect
        size="md"
        label={settings.protestDeadline}
        description={settings.deadlineHint}
        data={choices(settings.deadlines)}
        value={values.protestDeadline}
        error={problem?.fields['protestDeadline']}
        onChange={({ currentTarget: { value } }) =>
          setChosen({ ...chosen, protestDeadline: value as SceneDefaults['protestDeadline'] })
        }
      />
      <NativeSelect
        size="md"
        label={settings.rulingSigners}
        data={choices(settings.signers)}
        value={values.rulingSigners}
        error={problem?.fields['rulingSigners']}
        onChange={({ currentTarget: { value } }) =>
          setChosen({ ...chosen, rulingSigners: value as SceneDefaults['rulingSigners'] })
        }
      />
      <ProblemNote
        problem={problem}
        title={words.failed}
        beside={['protestDeadline', 'rulingSigners']}
        onDismiss={dismiss}
      />
      <div className={form.row}>
        <Button
          type="submit"
          variant="default"
          size="md"
          className={form.button}
          aria-label={words.saveFor(name)}
          loading={isSaving}
        >
          {words.save}
        </Button>
      </div>
    </form>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Scene, SceneAsks } from '../../api.ts'
import form from '../../parts/Form.module.css'
import { ProblemNote } from '../../parts/ProblemNote.tsx'
import { toast } from '../../parts/toast.ts'
import { useSaving } from '../../parts/useSaving.ts'
import { account } from '../../text/account.ts'
import { settings } from '../../text/settings.ts'
import { choices } from '../settings/ProtestChoices.tsx'
import styles from './Account.module.css'

type Props = { scene: Scene & SceneAsks; onSaved: () => void }
const words = account.asks

/** What a scene asks of rulings in the tournaments that are made from now on (R-DI-2, R-DI-4). */
export function SceneRulings({ scene, onSaved }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  // What is not chosen here follows whoever else changes it.
  const [chosen, setChosen] = useState<Partial<SceneAsks>>({})
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
          setChosen({ ...chosen, protestDeadline: value as SceneAsks['protestDeadline'] })
        }
      />
      <NativeSelect
        size="md"
        label={settings.rulingSigners}
        data={choices(settings.signers)}
        value={values.rulingSigners}
        error={problem?.fields['rulingSigners']}
        onChange={({ currentTarget: { value } }) =>
          setChosen({ ...chosen, rulingSigners: value as SceneAsks['rulingSigners'] })
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

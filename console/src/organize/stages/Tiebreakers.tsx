import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, NativeSelect } from '@mantine/core'
import type { Tiebreaker } from '../../../../events/rules/tiebreakers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { stages } from './text.ts'
import { allTiebreakers } from './stage-form.ts'
import { Flag } from './StageFields.tsx'
import type { FieldsProps } from './StageFields.tsx'
import forms from '../../ui/Form.module.css'
import styles from './Stages.module.css'

const words = stages.form

/** The ordered list of tiebreakers; it alone decides the ranking (R-TB-1). */
export function Tiebreakers({ form }: FieldsProps) {
  const chosen = form.values.stageTiebreakers
  const problem = form.errors['stageTiebreakers']
  const missing = allTiebreakers.filter((rule) => !chosen.includes(rule))
  const set = (stageTiebreakers: Tiebreaker[]) => form.set({ stageTiebreakers })
  return (
    <fieldset className={styles.fields}>
      <legend>{words.tiebreakers}</legend>
      <p className={forms.lead}>{words.tiebreakersHint}</p>
      <div className={styles.seeds}>
        <SortableList
          label={words.tiebreakers}
          ids={chosen.map(idOf)}
          nameOf={(id) => words.tiebreakerNames[ruleOf(id)]}
          onOrder={(ids) => set(ids.map(ruleOf))}
        >
          {(id) => (
            <>
              <span className={styles.seed}>
                <span className={styles.place}>{chosen.indexOf(ruleOf(id)) + 1}</span>
                <span className={styles.name}>{words.tiebreakerNames[ruleOf(id)]}</span>
              </span>
              <ActionIcon
                variant="subtle"
                size={44}
                c="inherit"
                aria-label={words.tiebreakerRemove(words.tiebreakerNames[ruleOf(id)])}
                onClick={() => set(chosen.filter((rule) => rule !== ruleOf(id)))}
              >
                <Icon name="cross" />
              </ActionIcon>
            </>
          )}
        </SortableList>
      </div>
      {problem && <p role="alert">{problem}</p>}
      {missing.length > 0 && (
        <NativeSelect
          aria-label={words.tiebreakerAdd}
          value=""
          data={[
            { value: '', label: words.tiebreakerAdd },
            ...missing.map((value) => ({ value, label: words.tiebreakerNames[value] })),
          ]}
          onChange={({ currentTarget }) =>
            set([...chosen, ...missing.filter((rule) => rule === currentTarget.value)])
          }
        />
      )}
      <Flag field="restartOnSplit" label={words.restartOnSplit} form={form} />
    </fieldset>
  )
}

/** `SortableList` needs ids above zero. */
function idOf(rule: Tiebreaker): number {
  return allTiebreakers.indexOf(rule) + 1
}

function ruleOf(id: number): Tiebreaker {
  return allTiebreakers[id - 1] ?? 'dice_roll'
}

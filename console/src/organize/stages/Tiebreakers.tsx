import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import type { Tiebreaker } from '#events/rules/tiebreakers.ts'
import { Icon } from '../../ui/Icon.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { stages } from '../../core/text/organize/stages.ts'
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
  const { winsPerMatch, roundsPerMatch } = form.values
  const hasSeveralGames = winsPerMatch > 1 || (winsPerMatch === 0 && roundsPerMatch > 1)
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
      {hasSeveralGames && chosen[0] === 'game_win_pct' && (
        <div>
          <p className={forms.lead}>{words.gamesFirst}</p>
          <Button
            variant="default"
            size="md"
            onClick={() => set(withFirst('match_win_pct', chosen))}
          >
            {words.matchesFirst}
          </Button>
        </div>
      )}
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
      {!form.values.restartOnSplit && chosen.includes('dice_roll') && (
        <p className={forms.lead}>{words.restartHint}</p>
      )}
      <Flag field="restartOnSplit" label={words.restartOnSplit} form={form} />
    </fieldset>
  )
}

function withFirst(first: Tiebreaker, all: readonly Tiebreaker[]): Tiebreaker[] {
  return [first, ...all.filter((rule) => rule !== first)]
}

/** `SortableList` needs ids above zero. */
function idOf(rule: Tiebreaker): number {
  return allTiebreakers.indexOf(rule) + 1
}

function ruleOf(id: number): Tiebreaker {
  return allTiebreakers[id - 1] ?? 'dice_roll'
}

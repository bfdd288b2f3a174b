import { stepText } from '../../core/text/officiate/step-text.ts'
import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { steps as words } from '../../core/text/officiate/dialogs.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from '../../ui/Sheet.module.css'
import { StepDetail } from './StepDetail.tsx'
import { useAuthorText, pageSize, useSteps } from './useSteps.ts'
import type { HistoryStep } from './useSteps.ts'

type Props = { last: number | undefined; onClose: () => void }

const typingPauseMs = 300

/** The last action with undo and replacement, and below it all steps (ux 8, ux 9). */
export default function StepsSheet({ last, onClose }: Props) {
  // The sheet keeps the action it was opened for, even if a newer one follows.
  const [latest] = useState(last)
  return (
    <Sheet onClose={onClose} title={words.title} size="xl">
      {latest !== undefined && (
        <section aria-label={words.latest}>
          <h2 className={styles.head}>{words.latest}</h2>
          <StepDetail version={latest} onReplaced={onClose} isAlone />
        </section>
      )}
      <AllSteps onReplaced={onClose} />
    </Sheet>
  )
}

function AllSteps({ onReplaced }: { onReplaced: () => void }) {
  const [search, setSearch] = useState('')
  const [searchText] = useDebouncedValue(search.trim(), typingPauseMs)
  const [pages, setPages] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const { steps, count, hasFailed } = useSteps(searchText, pages)
  return (
    <>
      <TextInput
        type="search"
        aria-label={words.search}
        placeholder={words.search}
        size="lg"
        mt="md"
        mb="sm"
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      {hasFailed && (
        <p className={styles.banner} role="alert">
          {words.failed}
        </p>
      )}
      {steps?.length === 0 && (
        <p className="dim">{searchText === '' ? words.none : words.notFound}</p>
      )}
      <ol className={styles.list}>
        {(steps ?? []).map((step) => (
          <li key={step.version}>
            <Line
              step={step}
              isOpen={opened === step.version}
              onClick={() => setOpened(opened === step.version ? null : step.version)}
            />
            {opened === step.version && (
              <StepDetail version={step.version} onReplaced={onReplaced} />
            )}
          </li>
        ))}
      </ol>
      {steps !== null && count > steps.length && steps.length >= pages * pageSize && (
        <Button
          variant="default"
          fullWidth
          className={styles.main}
          onClick={() => setPages(pages + 1)}
        >
          {words.older}
        </Button>
      )}
    </>
  )
}

type LineProps = { step: HistoryStep; isOpen: boolean; onClick: () => void }

function Line({ step, isOpen, onClick }: LineProps) {
  const authorText = useAuthorText()
  return (
    <button type="button" className={styles.item} aria-expanded={isOpen} onClick={onClick}>
      <strong>{stepText(step)}</strong>
      <span className="hint">{authorText(step)}</span>
    </button>
  )
}

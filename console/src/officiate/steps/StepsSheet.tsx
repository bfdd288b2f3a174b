import { said } from '../../core/text/catalogue.ts'
import '@mantine/core/styles/Input.layer.css'
import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { steps as words } from '../../core/text/sheets.ts'
import { text } from '../../core/text/text.ts'
import styles from '../../ui/Sheet.module.css'
import { StepDetail } from './StepDetail.tsx'
import { madeBy, pageOf, useSteps } from './useSteps.ts'
import type { Step } from './useSteps.ts'

type Props = { last: number | undefined; onClose: () => void }

const typingMs = 300

/** The last action with its ways back, and below it all that was done before (ux 8, ux 9). */
export default function StepsSheet({ last, onClose }: Props) {
  // What it was opened for stays, whatever is done meanwhile.
  const [latest] = useState(last)
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.title}
      size="xl"
      zIndex={300}
      closeButtonProps={{ 'aria-label': text.close, size: 48 }}
      classNames={{ title: styles.title }}
    >
      {latest !== undefined && (
        <section aria-label={words.latest}>
          <h2 className={styles.head}>{words.latest}</h2>
          <StepDetail version={latest} onReplaced={onClose} isAlone />
        </section>
      )}
      <All onReplaced={onClose} />
    </Modal>
  )
}

function All({ onReplaced }: { onReplaced: () => void }) {
  const [search, setSearch] = useState('')
  const [sought] = useDebouncedValue(search.trim(), typingMs)
  const [pages, setPages] = useState(1)
  const [opened, setOpened] = useState<number | null>(null)
  const { steps, count, hasFailed } = useSteps(sought, pages)
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
      {steps?.length === 0 && <p className="dim">{sought === '' ? words.none : words.notFound}</p>}
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
      {steps !== null && count > steps.length && steps.length >= pages * pageOf && (
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

type LineProps = { step: Step; isOpen: boolean; onClick: () => void }

function Line({ step, isOpen, onClick }: LineProps) {
  return (
    <button type="button" className={styles.item} aria-expanded={isOpen} onClick={onClick}>
      <strong>{said(step.text)}</strong>
      <span className="hint">{madeBy(step)}</span>
    </button>
  )
}

import { Button } from '@mantine/core'
import { Confirm } from '../../parts/Confirm.tsx'
import form from '../../parts/Form.module.css'
import { draft as words } from '../../text/draft.ts'
import styles from './Draft.module.css'
import type { useDraft } from './useDraft.ts'

type Props = {
  drafting: ReturnType<typeof useDraft>
  /** all have picked: it is what is left to do */
  isMain?: boolean
}

/** Teams may play short in some scenes: that is asked for, not assumed (R-DR-4). */
export function Finalize({ drafting, isMain }: Props) {
  const { problem } = drafting
  const isAsked = problem?.code === 'DRAFT_OPEN'
  return (
    <>
      <Button
        variant={isMain ? undefined : 'default'}
        size={isMain ? 'lg' : 'md'}
        className={isMain ? styles.main : form.button}
        loading={drafting.isSaving}
        onClick={() => void drafting.finalize(false)}
      >
        {words.finalize}
      </Button>
      {isAsked && (
        <Confirm
          title={words.askShort}
          reasons={[problem.detail]}
          yes={words.allowShort}
          no={words.keepPicking}
          onYes={() => void drafting.finalize(true)}
          onClose={drafting.dismiss}
        />
      )}
    </>
  )
}

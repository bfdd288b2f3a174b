import { Title } from '@mantine/core'
import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { text } from '../../core/text/text.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import forms from '../Form.module.css'
import { HelpContext } from '../help/help-context.ts'
import styles from './PageTitle.module.css'

const HelpButton = lazyPart(() => import('../help/HelpButton.tsx'))

/** What the screens inside belong to, such as a tournament: the end of their documents' titles. */
export const TitleContext = createContext<string | undefined>(undefined)

type Props = {
  children: string
  /** beside the title */
  detail?: ReactNode
  /** a sentence about the purpose of the screen */
  lead?: ReactNode
}

/** The title of a screen, and of the document. */
export function PageTitle({ children, detail, lead }: Props) {
  const of = useContext(TitleContext)
  const part = useContext(HelpContext)
  const title = (
    <Title order={1} size="h2">
      {children} {detail}
    </Title>
  )
  return (
    <>
      <title>{text.title(children, of)}</title>
      {part === undefined ? (
        title
      ) : (
        <div className={styles.titled}>
          {title}
          <HelpButton part={part} screen={children} />
        </div>
      )}
      {lead && <p className={forms.lead}>{lead}</p>}
    </>
  )
}

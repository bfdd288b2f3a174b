import MarkdownToJsx from 'markdown-to-jsx/react'
import type { AnchorHTMLAttributes } from 'react'
import handbook from '#docs/handbook/organiser.md?raw'
import { Dialog } from '../Dialog.tsx'
import styles from './Help.module.css'
import { sectionOf } from './section-of.ts'
import { helpParts } from '../../core/text/shell.ts'
import type { HelpPart } from '../../core/text/shell.ts'

/** A part of the handbook for organisers, as it was when the console was built. */
export default function HelpDialog({ part, onClose }: { part: HelpPart; onClose: () => void }) {
  return (
    <Dialog title={helpParts[part]} size="lg" hasCross onClose={onClose}>
      <div className={styles.text} lang="en" dir="ltr">
        <MarkdownToJsx options={options}>{sectionOf(handbook, helpParts[part])}</MarkdownToJsx>
      </div>
    </Dialog>
  )
}

const options = {
  disableParsingRawHTML: true,
  forceBlock: true,
  overrides: { a: { component: OutsideLink }, img: { component: () => null } },
}

/** Other pages of the handbook have no address in the product. */
function OutsideLink({ href, children }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  if (!href?.startsWith('https://')) return <>{children}</>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

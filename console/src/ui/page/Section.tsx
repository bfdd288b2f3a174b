import type { ReactNode } from 'react'
import forms from '../Form.module.css'

type Props = {
  title: string
  lead?: ReactNode
  /** of the heading, which then names the section */
  id?: string
  children: ReactNode
}

/** A section of a screen. */
export function Section({ title, lead, id, children }: Props) {
  return (
    <section className={forms.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {lead !== undefined && <p className={forms.lead}>{lead}</p>}
      {children}
    </section>
  )
}

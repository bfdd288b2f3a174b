import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../Form.module.css'

/** What a screen is called, and what it is for. */
export function PageTitle({ children, lead }: { children: ReactNode; lead?: ReactNode }) {
  return (
    <>
      <Title order={1} size="h2">
        {children}
      </Title>
      {lead && <p className={forms.lead}>{lead}</p>}
    </>
  )
}

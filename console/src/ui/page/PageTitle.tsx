import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../Form.module.css'

/** The title of a screen, with an optional sentence about its purpose. */
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

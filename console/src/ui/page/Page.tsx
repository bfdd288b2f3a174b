import { SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import forms from '../Form.module.css'
import { PageTitle } from './PageTitle.tsx'

type Props = { title: string; lead: ReactNode; children: ReactNode }

/** A screen of sections, in two columns if there is room. */
export function Page({ title, lead, children }: Props) {
  return (
    <Stack gap="lg">
      <PageTitle lead={lead}>{title}</PageTitle>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" className={forms.halves}>
        {children}
      </SimpleGrid>
    </Stack>
  )
}

import '@mantine/core/styles/Card.layer.css'
import { Button, Card, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Write } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import type { useActions } from '../../query/useActions.ts'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { Choices } from './Choices.tsx'
import type { ChoicesProps } from './Choices.tsx'
import type { DeliveriesProps } from './Deliveries.tsx'
import { hooks as words } from '../../core/text/organize/publishing.ts'

const Deliveries = lazyPart(() => import('./Deliveries.tsx'))

type Props<Kind extends string> = {
  name: string
  title: string
  choices: ChoicesProps<Kind>
  saving: ReturnType<typeof useActions>
  reload: () => Promise<unknown>
  removal: Write
  deliveries: Omit<DeliveriesProps, 'name' | 'onClose'>
  /** further buttons */
  children: ReactNode
}

/** A chat or webhook: its subscriptions, its deliveries and its removal. */
export function HookCard<Kind extends string>(props: Props<Kind>) {
  const { name, title, choices, saving, reload, removal, deliveries, children } = props
  const [isDeliveriesOpen, setDeliveriesOpen] = useState(false)
  return (
    <Card withBorder role="group" aria-label={name}>
      <Stack gap="sm">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Choices {...choices} />
        <Group gap="xs">
          {children}
          <Button
            size="md"
            variant="default"
            aria-label={words.deliveriesOf(name)}
            onClick={() => setDeliveriesOpen(true)}
          >
            {words.deliveries}
          </Button>
          <PressAgain
            label={words.remove}
            again={words.removeAgain}
            name={name}
            onSure={() => void saving.act(removal, { failed: words.removeFailed, onSaved: reload })}
          />
        </Group>
        <ProblemNote problem={saving.problem} title={saving.failed} onDismiss={saving.dismiss} />
      </Stack>
      {isDeliveriesOpen && (
        <Deliveries name={name} {...deliveries} onClose={() => setDeliveriesOpen(false)} />
      )}
    </Card>
  )
}

import '@mantine/core/styles/Input.layer.css'
import { Stack, Text, Title } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { Chats } from './Chats.tsx'
import { hooks as words } from '../../core/text/organize/publishing.ts'
import { Webhooks } from './Webhooks.tsx'

/** The chats and webhooks that are notified of a scene's tournaments. */
export default function Hooks() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament.scene
  return (
    <Stack gap="lg">
      <PageTitle>{words.title}</PageTitle>
      <Title order={2} size="h3">
        {words.chats}
      </Title>
      <Text>{words.chatsLead}</Text>
      <Chats scene={id} />
      <Title order={2} size="h3">
        {words.webhooks}
      </Title>
      <Text>{words.webhooksLead}</Text>
      <Webhooks scene={id} />
    </Stack>
  )
}

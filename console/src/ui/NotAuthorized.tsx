import { Stack, Title } from '@mantine/core'
import { useUser } from '../core/session-user.ts'
import { text } from '../core/text/text.ts'

export function NotAuthorized() {
  const user = useUser()
  return (
    <Stack align="center" py={64} ta="center" role="alert">
      <Title order={1} size="h2">
        {text.notAuthorized}
      </Title>
      {user.state === 'out' && <p>{text.user.hint}</p>}
    </Stack>
  )
}

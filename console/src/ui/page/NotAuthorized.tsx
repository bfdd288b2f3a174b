import { Stack } from '@mantine/core'
import { useUser } from '../../core/session-user.ts'
import { text } from '../../core/text/text.ts'
import { PageTitle } from './PageTitle.tsx'

export function NotAuthorized() {
  const user = useUser()
  return (
    <Stack align="center" py={64} ta="center" role="alert">
      <PageTitle>{text.notAuthorized}</PageTitle>
      {user.state === 'out' && <p>{text.user.hint}</p>}
    </Stack>
  )
}

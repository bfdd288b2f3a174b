import { Button } from '@mantine/core'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { useSaving } from '../../query/useSaving.ts'
import { account } from '../../core/text/account.ts'
import styles from '../../ui/NarrowPage.module.css'
import type { Options } from './account-reads.ts'
import { safePath } from './sign-in-redirect.ts'
import { rest } from '../../core/rest.ts'

type Props = { providers: Options['providers']; to: string | undefined }
const words = account.signIn

/** Sign-in through external providers. Renders nothing if none is configured. */
export function Providers({ providers, to }: Props) {
  const { isSaving, problem, save, dismiss } = useSaving()
  if (providers.length === 0) return null

  function redirect(provider: string) {
    const body = { to: safePath(to, location.origin) }
    return save(rest.post('/api/user/oauth/:provider/', { provider }, body), ({ url }) =>
      location.assign(url),
    )
  }

  return (
    <>
      <div className={styles.or}>{words.or}</div>
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          disabled={isSaving}
          onClick={() => void redirect(id)}
        >
          {words.with(name)}
        </Button>
      ))}
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss} />
    </>
  )
}

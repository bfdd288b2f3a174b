import { rest } from '../../core/rest.ts'
import { said } from '../../core/text/catalogue.ts'
import { referee } from '../../core/text/referee.ts'
import { useResource } from '../../query/useResource.ts'

const everyMs = 10_000

/** Who plays on which stick, as far as they let it be shown. It comes and goes, so below it is nothing. */
export default function SignedIn({ cabinet: id }: { cabinet: number }) {
  const { answer } = useResource(rest.get('/api/game/cabinet/:id/signin/', { id }), {
    every: everyMs,
  })
  if (!answer || answer.signedIn.length === 0) return null
  const names = answer.signedIn.map(
    ({ positionName, userName }) => `${said(positionName)} ${userName}`,
  )
  return (
    <p aria-label={referee.signedIn}>
      {referee.signedIn}: {names.join(', ')}
    </p>
  )
}

import { gameWordOf } from '../../core/text/server-words.ts'
import { rest } from '../../core/rest.ts'
import { referee } from '../../core/text/officiate/referee.ts'
import { useResource } from '../../query/useResource.ts'

const pollMs = 10_000

/** The signed-in players who allow it. Placed near the end, since it appears and disappears. */
export default function SignedIn({ cabinet: id }: { cabinet: number }) {
  const { answer } = useResource(rest.get('/api/game/cabinet/:id/signin/', { id }), {
    every: pollMs,
  })
  if (!answer || answer.signedIn.length === 0) return null
  const names = answer.signedIn.map(
    ({ positionName, userName }) => `${gameWordOf(positionName)} ${userName}`,
  )
  return (
    <p aria-label={referee.signedIn}>
      {referee.signedIn}: {names.join(', ')}
    </p>
  )
}

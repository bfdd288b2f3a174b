import { Anchor, Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = { to: string; children: ReactNode }

/** To another part of this tournament's administration: `stages/12`. */
export function SegmentLink({ to, children }: Props) {
  const id = useTournamentId()
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/tournament/$id/admin/$" params={{ id, _splat: to }} {...props} />
      )}
    >
      {children}
    </Anchor>
  )
}

export function SegmentButton({ to, children, ...look }: Props & ButtonProps) {
  const id = useTournamentId()
  return (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link to="/tournament/$id/admin/$" params={{ id, _splat: to }} {...props} />
      )}
    >
      {children}
    </Button>
  )
}

export function useSegment(): (to: string) => void {
  const id = useTournamentId()
  const navigate = useNavigate()
  return (to) => void navigate({ to: '/tournament/$id/admin/$', params: { id, _splat: to } })
}

function useTournamentId(): string {
  return String(useLoaderData({ from: '/tournament/$id/admin' }).tournament.id)
}

import { Anchor, Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  to: string
  /** what the screen is asked for in its address, and the place on it */
  search?: Record<string, string | number> | undefined
  hash?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** To another part of this tournament's administration: `stages/12`. */
export function SegmentLink({ to, search = {}, hash = '', className, children }: Props) {
  const id = useTournamentId()
  return (
    <Anchor
      className={className ?? ''}
      renderRoot={(props) => (
        <Link
          to="/tournament/$id/admin/$"
          params={{ id, _splat: to }}
          search={search as never}
          hash={hash}
          {...props}
        />
      )}
    >
      {children}
    </Anchor>
  )
}

type ButtonLook = Pick<Props, 'to' | 'search' | 'children'> & ButtonProps

export function SegmentButton({ to, search = {}, children, ...look }: ButtonLook) {
  const id = useTournamentId()
  return (
    <Button
      {...look}
      renderRoot={(props) => (
        <Link
          to="/tournament/$id/admin/$"
          params={{ id, _splat: to }}
          search={search as never}
          {...props}
        />
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

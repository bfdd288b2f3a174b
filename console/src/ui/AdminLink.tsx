import { Anchor, Button } from '@mantine/core'
import type { ButtonProps } from '@mantine/core'
import { Link, useLoaderData, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'

type Props = {
  to: string
  /** query parameters and fragment of the address */
  search?: Record<string, string | number> | undefined
  hash?: string | undefined
  className?: string | undefined
  children: ReactNode
}

/** A link to another screen of this tournament's administration, such as `stages/12`. */
export function AdminLink({ to, search = {}, hash = '', className, children }: Props) {
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

export function AdminLinkButton({ to, search = {}, children, ...look }: ButtonLook) {
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

export function useAdminNavigate(): (to: string) => void {
  const id = useTournamentId()
  const navigate = useNavigate()
  return (to) => void navigate({ to: '/tournament/$id/admin/$', params: { id, _splat: to } })
}

function useTournamentId(): string {
  return String(useLoaderData({ from: '/tournament/$id/admin' }).tournament.id)
}

import type { ReactNode } from 'react'

type Props = { children: ReactNode; action?: ReactNode }

/** An empty state with an optional action. Public pages write this markup themselves. */
export function Empty({ children, action }: Props) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  )
}

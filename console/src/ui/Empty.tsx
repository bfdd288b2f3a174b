import type { ReactNode } from 'react'

type Props = { children: ReactNode; action?: ReactNode }

/** What is not there yet, and the step that changes it; public pages write it out. */
export function Empty({ children, action }: Props) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  )
}

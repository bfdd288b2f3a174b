import type { ReactNode } from 'react'

type Props = { children: ReactNode; action?: ReactNode }

/** What is not there yet, and the step that changes it. Plain: public pages load it too. */
export function Empty({ children, action }: Props) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  )
}

import { useBlocker } from '@tanstack/react-router'
import { form as words } from '../core/text/forms.ts'
import { useUnsavedForms, warnBeforeUnload } from '../hooks/form/useWarnBeforeLeaving.ts'
import { Confirm } from '../ui/Confirm.tsx'

type Locations = { current: { pathname: string }; next: { pathname: string } }

/** Asks before another screen is opened while a form has input that is not saved. */
export default function LeaveQuestion() {
  const blocker = useBlocker({
    shouldBlockFn,
    withResolver: true,
    enableBeforeUnload: false,
    disabled: useUnsavedForms() === 0,
  })
  if (blocker.status !== 'blocked') return null
  const { proceed, reset } = blocker
  return (
    <Confirm
      title={words.leaving}
      yes={words.leave}
      no={words.stay}
      onYes={() => {
        // The way may lead to a public page, which is another program: nothing asks again.
        removeEventListener('beforeunload', warnBeforeUnload)
        proceed()
      }}
      // The dialog closes before it says yes, and the first answer counts.
      onClose={() => queueMicrotask(reset)}
    />
  )
}

/** A dialog, a filter or a part of the same screen may have an address of its own. */
function shouldBlockFn({ current, next }: Locations): boolean {
  return useUnsavedForms.getState() > 0 && current.pathname !== next.pathname
}

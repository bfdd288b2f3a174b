import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'

/**
 * An ordered list as a form of one field. `hasConflict` means that somebody else has changed the
 * list since the user began to edit it.
 */
export function useOrderForm<T extends readonly unknown[]>(saved: T, saving: Saving) {
  const form = useEditedForm({ server: { order: saved }, saving })
  return {
    value: form.values.order,
    isChanged: form.isChanged,
    hasConflict: form.conflicts.length > 0,
    change: (order: T) => form.set({ order }),
    discard: () => form.reset(),
  }
}

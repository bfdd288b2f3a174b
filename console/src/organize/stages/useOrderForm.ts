import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import type { Saving } from '../../hooks/form/useEditedForm.ts'

/**
 * An ordered list that others may change too, as a form of one field. `isOverrun`: it is not the
 * one any more that somebody began to change.
 */
export function useOrderForm<T extends readonly unknown[]>(saved: T, saving: Saving) {
  const form = useEditedForm({ server: { order: saved }, saving })
  return {
    value: form.values.order,
    isChanged: form.isChanged,
    isOverrun: form.rivals.length > 0,
    change: (order: T) => form.set({ order }),
    discard: () => form.reset(),
  }
}

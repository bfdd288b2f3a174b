import { useEditedForm } from '../hooks/form/useEditedForm.ts'
import type { Options } from '../hooks/form/useEditedForm.ts'
import { useSaving } from './useSaving.ts'

/** A form with the write that saves it. */
export function useSavedForm<V extends object>(options: Omit<Options<V>, 'saving'>) {
  const saving = useSaving()
  return { ...useEditedForm<V>({ ...options, saving }), saving, save: saving.save }
}

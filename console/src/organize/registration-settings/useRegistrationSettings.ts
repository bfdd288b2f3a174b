import { toast } from '../../hooks/toast.ts'
import { useEditedForm } from '../../hooks/form/useEditedForm.ts'
import { useSaving } from '../../query/useSaving.ts'
import { savingText } from '../../core/text/saving.ts'
import type {
  RegistrationBody,
  RegistrationSettings,
} from '../../spectate/registration/registration-body.ts'
import { settingsOf } from './registration-settings.ts'
import { rest } from '../../core/rest.ts'

type SavedSettings = {
  registration: RegistrationBody
  reload: () => Promise<RegistrationBody | null>
}

/** The form of the registration settings, with unsaved changes over the stored values. */
export function useRegistrationSettings({ registration, reload }: SavedSettings) {
  const saving = useSaving()
  const form = useEditedForm<RegistrationSettings>({
    server: settingsOf(registration),
    saving,
    // No frame contains these settings, so they are fetched.
    latest: () => reload().then((now) => now && settingsOf(now)),
  })

  async function save(body: Partial<RegistrationSettings>): Promise<RegistrationSettings | void> {
    const saved = await saving.save(
      rest.patch('/api/tournament/tournament/:id/', { id: registration.id }, body),
    )
    if (!saved.ok) return
    toast(savingText.saved)
    void reload()
    return settingsOf(saved.answer)
  }
  return { form, save }
}

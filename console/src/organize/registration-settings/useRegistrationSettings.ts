import { toast } from '../../hooks/toast.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { savingText } from '../../core/text/forms.ts'
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
  const form = useSavedForm<RegistrationSettings>({
    server: settingsOf(registration),
    // No frame contains these settings, so they are fetched.
    latest: () => reload().then((now) => now && settingsOf(now)),
  })

  async function save(body: Partial<RegistrationSettings>): Promise<RegistrationSettings | void> {
    const saved = await form.save(
      rest.patch('/api/tournament/tournament/:id/', { id: registration.id }, body),
    )
    if (!saved.ok) return
    toast(savingText.saved)
    void reload()
    return settingsOf(saved.answer)
  }
  return { form, save }
}

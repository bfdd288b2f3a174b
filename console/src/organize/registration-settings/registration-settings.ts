import { form as words, shorten } from '../../core/text/forms.ts'
import type { RegistrationSettings } from '../../spectate/registration/registration-body.ts'

const fields: Record<keyof RegistrationSettings, true> = {
  allowRegistration: true,
  registrationCloseDate: true,
  registrationBanner: true,
  registrationMessage: true,
  tidbitPrompt: true,
  acceptPayments: true,
  paymentMessage: true,
  requirePlayerPhoto: true,
  places: true,
  offerHours: true,
}

export function settingsOf(settings: RegistrationSettings): RegistrationSettings {
  const entries = Object.keys(fields).map((field) => [
    field,
    settings[field as keyof RegistrationSettings],
  ])
  return Object.fromEntries(entries) as RegistrationSettings
}

/** A banner is empty, a URL or a data URI. */
export function bannerProblem(banner: string | null): 'badData' | 'badUrl' | null {
  if (!banner) return null
  if (banner.startsWith('data:')) {
    return /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(banner) ? null : 'badData'
  }
  const isUploaded = banner.startsWith('/api/image/')
  return isUploaded || (URL.canParse(banner) && /^https?:/.test(banner)) ? null : 'badUrl'
}

/** A value set by somebody else, as text for the conflict dialog. */
export function displayValue(
  field: keyof RegistrationSettings,
  values: RegistrationSettings,
): string {
  const value = values[field]
  if (typeof value === 'number') return String(value)
  return typeof value === 'boolean' ? (value ? words.on : words.off) : shorten(value)
}

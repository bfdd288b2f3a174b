import type { RegistrationSettings } from '../../spectate/registration/registration-body.ts'

export type Field = keyof RegistrationSettings
/** What is typed over the server's word, and what that was when the typing began. */
export type Touched = {
  values: Partial<RegistrationSettings>
  seen: Partial<RegistrationSettings>
}
export const untouched: Touched = { values: {}, seen: {} }

const fields: Record<Field, true> = {
  allowRegistration: true,
  registrationCloseDate: true,
  registrationBanner: true,
  registrationMessage: true,
  tidbitPrompt: true,
  acceptPayments: true,
  paymentMessage: true,
  requirePlayerPhoto: true,
}

export function settingsOf(paper: RegistrationSettings): RegistrationSettings {
  const entries = Object.keys(fields).map((field) => [field, paper[field as Field]])
  return Object.fromEntries(entries) as RegistrationSettings
}

/** A field typed in; typed back to what it was, it is not touched any more. */
export function typed(
  touched: Touched,
  change: Partial<RegistrationSettings>,
  server: RegistrationSettings,
): Touched {
  const values = { ...touched.values, ...change }
  const seen = { ...touched.seen }
  for (const field of Object.keys(change) as Field[]) {
    if (!(field in seen)) Object.assign(seen, { [field]: server[field] })
    if (values[field] !== seen[field]) continue
    delete values[field]
    delete seen[field]
  }
  return { values, seen }
}

/** Without these fields: theirs are the server's again. */
export function without({ values, seen }: Touched, dropped: readonly Field[]): Touched {
  const rest = (of: Partial<RegistrationSettings>) =>
    Object.fromEntries(Object.entries(of).filter(([key]) => !dropped.includes(key as Field)))
  return { values: rest(values), seen: rest(seen) }
}

/** Fields that somebody else has changed to something else while they were being typed in. */
export function rivals({ values, seen }: Touched, server: RegistrationSettings): Field[] {
  return (Object.keys(values) as Field[]).filter(
    (field) => server[field] !== seen[field] && server[field] !== values[field],
  )
}

/** A picture by address or as data. */
export function bannerProblem(banner: string | null): 'badData' | 'badUrl' | null {
  if (!banner) return null
  if (banner.startsWith('data:')) {
    return /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(banner) ? null : 'badData'
  }
  const isKept = banner.startsWith('/api/image/')
  return isKept || (URL.canParse(banner) && /^https?:/.test(banner)) ? null : 'badUrl'
}

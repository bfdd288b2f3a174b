import { isWebAddress } from '../schema/common.ts'

/** The readable end of a tournament's address. */
export function slugOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'tournament'
  )
}

/** A picture by address or as data. */
export function bannerProblem(banner: string | null | undefined): string | null {
  if (!banner) return null
  if (banner.startsWith('data:')) {
    const fits = /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(banner)
    return fits ? null : 'Must be a valid data URI'
  }
  return isWebAddress(banner) ? null : 'Must be a valid URL'
}

/** Why a tournament cannot take payments. */
export function paymentsProblem(of: {
  allowRegistration?: boolean | undefined
  stripeConfigured: boolean
}): string | null {
  if (!of.stripeConfigured) {
    return 'Stripe needs to be configured before payments can be accepted.'
  }
  if (of.allowRegistration) return null
  return 'Registration needs to be enabled before payments can be accepted.'
}

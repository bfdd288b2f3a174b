import { isWebAddress } from '#events/text/web-address.ts'

/** Why a text is neither the URL nor the data URI of an image; null if it is one. */
export function bannerProblem(banner: string | null | undefined): string | null {
  if (!banner) return null
  if (banner.startsWith('data:')) {
    const isImage = /^data:image\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/.test(banner)
    return isImage ? null : 'Must be a valid data URI'
  }
  return isWebAddress(banner) ? null : 'Must be a valid URL'
}

/** Why a tournament cannot accept payments; null if it can. */
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

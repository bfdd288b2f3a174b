// Browsers do not send the part after `#` to a server, so codes are in no access log (P19).
// `to` is the page on which the person signed up.
type MailPath = (code: string, to?: string) => string
export const paths: Record<'confirm' | 'reset' | 'email' | 'invitation', MailPath> = {
  confirm: (code, to = '/') =>
    to === '/' ? `/confirm#${code}` : `/confirm?to=${encodeURIComponent(to)}#${code}`,
  reset: (code) => `/reset#${code}`,
  email: (code) => `/account#email=${code}`,
  invitation: (code) => `/account#role=${code}`,
}

// Browsers do not send the part after `#` to a server, so codes are in no access log (P19).
export const paths = {
  confirm: (code: string) => `/confirm#${code}`,
  reset: (code: string) => `/reset#${code}`,
  email: (code: string) => `/account#email=${code}`,
  invitation: (code: string) => `/account#role=${code}`,
}

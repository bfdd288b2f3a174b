// What stands behind # is not sent to any server by a browser, and so in no log of addresses (P19).
export const paths = {
  confirm: (code: string) => `/confirm#${code}`,
  reset: (code: string) => `/reset#${code}`,
  email: (code: string) => `/account#email=${code}`,
  invitation: (code: string) => `/account#role=${code}`,
}

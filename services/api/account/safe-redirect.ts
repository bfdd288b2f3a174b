/** Allows only paths of this site; `//elsewhere` and `/\elsewhere` would lead to another one. */
export function safeRedirect(to = '/'): string {
  const base = 'http://waggle.invalid'
  if (!to.startsWith('/') || !URL.canParse(to, base)) return '/'
  const url = new URL(to, base)
  return url.origin === base ? `${url.pathname}${url.search}${url.hash}` : '/'
}

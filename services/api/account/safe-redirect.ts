/** Never to another site: `//elsewhere` and `/\elsewhere` are addresses too. */
export function safeRedirect(to = '/'): string {
  const here = 'http://waggle.invalid'
  if (!to.startsWith('/') || !URL.canParse(to, here)) return '/'
  const url = new URL(to, here)
  return url.origin === here ? `${url.pathname}${url.search}${url.hash}` : '/'
}

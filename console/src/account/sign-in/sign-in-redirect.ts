/** The redirect target after signing in: never another site, and never a sign-in page. */
export function safePath(to: unknown, origin: string): string {
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, origin)) return '/'
  const url = new URL(to, origin)
  if (url.origin !== origin || /^\/(sign-in|sign-up|confirm|reset)\b/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** Continues after sign-in with a full page load, so that everything is fetched again. */
export function enter(to: string | undefined): void {
  location.assign(safePath(to, location.origin))
}

/** The scene of the page the user came from: `/t/hive/friday-night` gives `hive`. */
export function sceneInPath(to: string | undefined): string | undefined {
  return /^\/t\/([^/?#]+)/.exec(to ?? '')?.[1]
}

/** Reads `#abc` or `#role=abc`. Browsers do not send the fragment to the server. */
export function codeInHash(hash: string, name = ''): string {
  const code = hash.replace(/^#/, '')
  const start = name === '' ? '' : `${name}=`
  return code.startsWith(start) && /^[\w-]+$/.test(code.slice(start.length))
    ? code.slice(start.length)
    : ''
}

const browsers = [
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

/** A short name for a user agent string, such as `Firefox, Linux`. */
export function browserName(device: string): string | null {
  const find = (all: typeof browsers | typeof systems) =>
    all.find(([pattern]) => pattern.test(device))?.[1]
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : device.slice(0, 40) || null
}

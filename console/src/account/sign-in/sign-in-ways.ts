/** Where to after signing in: never to another site, and not to signing in again. */
export function ownPath(to: unknown, origin: string): string {
  if (typeof to !== 'string' || !to.startsWith('/') || !URL.canParse(to, origin)) return '/'
  const url = new URL(to, origin)
  if (url.origin !== origin || /^\/(sign-in|sign-up|confirm|reset)\b/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

/** Signed in: on to where one came from, with everything read anew. */
export function enter(to: string | undefined): void {
  location.assign(ownPath(to, location.origin))
}

/** The scene whose page somebody comes from: `/t/hive/friday-night` is of hive. */
export function sceneIn(to: string | undefined): string | undefined {
  return /^\/t\/([^/?#]+)/.exec(to ?? '')?.[1]
}

/** `#abc` or `#role=abc`: what stands there was sent to no server. */
export function codeIn(hash: string, name = ''): string {
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

/** The long name that a browser gives itself, as people know it. */
export function browserName(device: string): string | null {
  const find = (all: typeof browsers | typeof systems) =>
    all.find(([pattern]) => pattern.test(device))?.[1]
  const names = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return names.length > 0 ? names.join(', ') : device.slice(0, 40) || null
}

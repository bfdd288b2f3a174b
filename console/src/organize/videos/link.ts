const hosts = /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/
const inPath = /^\/(?:embed|live|shorts|v)\/([\w-]+)/

/** The id in a link to a video, and the second it points at; what is no such link is taken for an id. */
export function videoIn(typed: string): { videoId: string; seconds: number | null } {
  const text = typed.trim()
  const address = /^https?:\/\//.test(text) ? text : `https://${text}`
  const url = text.includes('/') && URL.canParse(address) ? new URL(address) : null
  if (!url || !hosts.test(url.hostname)) return { videoId: text, seconds: null }
  const short = url.hostname === 'youtu.be' ? url.pathname.slice(1) : null
  const videoId = short ?? url.searchParams.get('v') ?? inPath.exec(url.pathname)?.[1] ?? text
  const at = url.searchParams.get('t') ?? url.searchParams.get('start')
  return { videoId, seconds: at === null ? null : secondsOf(at) }
}

/** `371`, `371s`, `1h2m3s` */
function secondsOf(at: string): number | null {
  const [whole, h = 0, m = 0, s = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(at) ?? []
  return whole ? Number(h) * 3_600 + Number(m) * 60 + Number(s) : null
}

const hosts = /^(?:www\.|m\.|music\.)?youtube(?:-nocookie)?\.com$|^youtu\.be$/
const inPath = /^\/(?:embed|live|shorts|v)\/([\w-]+)/

/** Parses the id and start time of a video link. Other input is taken as an id. */
export function parseVideoLink(input: string): { videoId: string; seconds: number | null } {
  const text = input.trim()
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
  const [match, h = 0, m = 0, s = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(at) ?? []
  return match ? Number(h) * 3_600 + Number(m) * 60 + Number(s) : null
}

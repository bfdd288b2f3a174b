import { directionOf } from '../../../events/text/languages.ts'
import type { LanguageCode } from '../../../events/text/languages.ts'
import type { Preview } from './open-graph.ts'

const product = 'Waggle'

type HeadContext = { scripts: string[]; styles: string[]; origin: string }
/** `first`: a script that runs before all others; `reads`: what the program will ask the API for */
type Files = Pick<HeadContext, 'scripts' | 'styles'> & { first?: string[]; reads?: string[] }

/** The console's page with the head of what it shows, and its first words until scripts run. */
export function withHead(html: string, preview: Preview, around: HeadContext): string {
  const { origin } = around
  const { title, description, path, isLogo = false } = preview
  const image = preview.image && new URL(preview.image, origin).href
  const tags = [
    `<title>${escaped(title)} · ${product}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', product),
    meta('property', 'og:url', `${origin}${path}`),
    meta('name', 'twitter:card', image && !isLogo ? 'summary_large_image' : 'summary'),
    ...(image ? [meta('property', 'og:image', image)] : []),
    `<link rel="canonical" href="${escaped(`${origin}${path}`)}" />`,
    ...linksTo(html, around),
  ]
  const first = `<main class="first"><h1>${escaped(title)}</h1><p>${escaped(description)}</p></main>`
  // Functions, for `$` in a name means something in a replacement.
  return html
    .replace(/<title>.*?<\/title>/, () => tags.join('\n    '))
    .replace('<div id="root"></div>', () => `<div id="root">${first}</div>`)
}

/** Words are read, and read out, as of this language. */
export function inLanguage(html: string, language: LanguageCode): string {
  return html.replace(
    /<html[^>]*>/,
    () => `<html lang="${language}" dir="${directionOf(language)}">`,
  )
}

/** The console's page for those whose screens are described to nobody. */
export function withLinks(html: string, files: Files): string {
  const { first = [] } = files
  const scripts = first.map(
    (file) => `<script type="module" async src="/${escaped(file)}"></script>`,
  )
  return html
    .replace('<title>', () => [...scripts, '<title>'].join('\n    '))
    .replace('</head>', () => `${linksTo(html, files).join('\n    ')}\n  </head>`)
}

/** What a page needs, and does not name already, is asked for before anything of it runs. */
function linksTo(html: string, { scripts, styles, reads = [] }: Files): string[] {
  const link = (kind: string) => (file: string) =>
    html.includes(`"/${file}"`) ? [] : `<link rel="${kind}" crossorigin href="/${escaped(file)}" />`
  return [
    ...styles.flatMap(link('stylesheet')),
    ...scripts.flatMap(link('modulepreload')),
    ...reads.map((path) => `<link rel="preload" as="fetch" crossorigin href="${escaped(path)}" />`),
  ]
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escaped(content)}" />`
}

const signs: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** As text and as an attribute; control characters belong in neither. */
function escaped(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').replace(/[&<>"']/g, (sign) => signs[sign]!)
}

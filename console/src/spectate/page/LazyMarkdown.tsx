import { lazyPart } from '../../hooks/lazy-part.ts'

type Props = { source: string }

const Rendered = lazyPart(() => import('./Markdown.tsx'), Source)

/** Text of organisers; shown as its source until the renderer is loaded. */
export function Markdown({ source }: Props) {
  return source.trim() === '' ? null : <Rendered source={source} />
}

function Source({ source }: Props) {
  return <p>{source}</p>
}

import { lazyPart } from '../../hooks/lazy-part.ts'

type Props = { source: string }

const Rendered = lazyPart(() => import('./Markdown.tsx'), AsTyped)

/** What organisers wrote; until it can be rendered it is read as it was typed. */
export function Markdown({ source }: Props) {
  return source.trim() === '' ? null : <Rendered source={source} />
}

function AsTyped({ source }: Props) {
  return <p>{source}</p>
}

import { qrPath } from './qr-path.ts'

type Props = { text: string; name: string }

/** Black on white in every theme, as cameras expect it. */
export default function QrCode({ text, name }: Props) {
  const { side, dark } = qrPath(text)
  return (
    <svg role="img" aria-label={name} viewBox={`0 0 ${side} ${side}`} width={240} height={240}>
      <path d={`M0 0h${side}v${side}h-${side}z`} fill="#fff" />
      <path d={dark} fill="#000" shapeRendering="crispEdges" />
    </svg>
  )
}

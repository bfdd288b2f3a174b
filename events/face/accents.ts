import { contrast } from './contrast.ts'
import { hex, oklch } from './oklch.ts'

/** What a scene looks like wherever people look at it. */
export type Face = { logo: string | null; accentColor: string | null; secondColor: string | null }
export const schemes = ['dark', 'light'] as const
type Scheme = (typeof schemes)[number]
/** A colour in a theme, and whether it had to be moved to be read there. */
type Shade = { colour: string; asChosen: number; isMended: boolean }

/** Words in an accent are read on these: the harder ground of each theme (`tokens.css`). */
export const hardestGround: Record<Scheme, string> = { dark: '#1f1c29', light: '#f3f1f8' }
/** What is read on an accent. */
export const onShade: Record<Scheme, string> = { dark: '#0d0c13', light: '#ffffff' }
export const minContrast = 4.5

/** Hues of the teams, with all that is taken for them from across a hall; greys have none. */
const teamHues = { blue: [225, 281], gold: [71, 112] } as const
const minChroma = 0.045
const step = 0.01

/** Whose colour it would be taken for. */
export function nearTeam(colour: string): keyof typeof teamHues | null {
  const { chroma, hue } = oklch(colour)
  if (chroma < minChroma) return null
  const isIn = ([from, to]: readonly [number, number]) => hue >= from && hue <= to
  if (isIn(teamHues.blue)) return 'blue'
  return isIn(teamHues.gold) ? 'gold' : null
}

/** The same hue, as much darker or lighter as it takes to be read in that theme. */
export function shade(chosen: string, scheme: Scheme): Shade {
  const ground = hardestGround[scheme]
  const asChosen = contrast(chosen, ground)
  let colour = chosen.toLowerCase()
  const seen = oklch(chosen)
  while (contrast(colour, ground) < minContrast) {
    seen.lightness += scheme === 'dark' ? step : -step
    colour = hex(seen)
  }
  return { colour, asChosen, isMended: asChosen < minContrast }
}

/** Black or white, whichever is read better on a colour as it was chosen: 4.5 at least. */
export function inkOn(colour: string): string {
  const [black, white] = ['#000000', '#ffffff']
  return contrast(colour, black) >= contrast(colour, white) ? black : white
}

type Accents = Pick<Face, 'accentColor' | 'secondColor'>

/** The custom properties of what looks like the scene; null: it looks like the product. */
export function faceProperties({ accentColor, secondColor }: Accents, scheme: Scheme) {
  const accent = accentColor ?? secondColor
  if (accent === null) return null
  const second = secondColor ?? accent
  return {
    '--main': shade(accent, scheme).colour,
    '--on-main': onShade[scheme],
    '--second': shade(second, scheme).colour,
    '--scene': accent.toLowerCase(),
    '--on-scene': inkOn(accent),
    '--scene-second': second.toLowerCase(),
  }
}

/** The same for a whole page, in both themes. */
export function faceStyle(accents: Accents): string {
  return schemes
    .map((scheme) => {
      const lines = Object.entries(faceProperties(accents, scheme) ?? {})
      const properties = lines.map(([name, value]) => `${name}:${value}`).join(';')
      return properties && `:root[data-mantine-color-scheme='${scheme}']{${properties}}`
    })
    .join('')
}

/** A scene with the style of its pages. */
export function faceOf<Scene extends Face>(scene: Scene): Scene & { faceStyle: string } {
  return { ...scene, faceStyle: faceStyle(scene) }
}

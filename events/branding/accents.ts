import { contrast } from './contrast.ts'
import { hex, oklch } from './oklch.ts'

/** The logo and the accent colours of a scene. */
export type SceneBranding = {
  logo: string | null
  accentColor: string | null
  secondColor: string | null
}
export const schemes = ['dark', 'light'] as const
type Scheme = (typeof schemes)[number]
/**
 * A colour adapted to a theme. `asChosen` is the contrast of the original colour there, `isMended`
 * says whether the colour had to be changed to be readable.
 */
type Shade = { colour: string; asChosen: number; isMended: boolean }

/**
 * The backgrounds of text in an accent colour with the lowest contrast, by theme (`tokens.css`).
 */
export const lowestContrastBackground: Record<Scheme, string> = {
  dark: '#1f1c29',
  light: '#f3f1f8',
}
/** The text colour on an accent, by theme. */
export const textOnAccent: Record<Scheme, string> = { dark: '#0d0c13', light: '#ffffff' }
export const minContrast = 4.5

/**
 * The hues, in degrees, that look like a team's colour from across a hall. Colours with less chroma
 * than `minChroma` are greys and look like no team.
 */
const teamHues = { blue: [225, 281], gold: [71, 112] } as const
const minChroma = 0.045
const step = 0.01

/** The team that a colour looks like, if any. */
export function similarTeam(colour: string): keyof typeof teamHues | null {
  const { chroma, hue } = oklch(colour)
  if (chroma < minChroma) return null
  const isIn = ([from, to]: readonly [number, number]) => hue >= from && hue <= to
  if (isIn(teamHues.blue)) return 'blue'
  return isIn(teamHues.gold) ? 'gold' : null
}

/** The same hue, made darker or lighter until it is readable in the theme. */
export function shade(chosen: string, scheme: Scheme): Shade {
  const ground = lowestContrastBackground[scheme]
  const asChosen = contrast(chosen, ground)
  let colour = chosen.toLowerCase()
  const adapted = oklch(chosen)
  while (contrast(colour, ground) < minContrast) {
    adapted.lightness += scheme === 'dark' ? step : -step
    colour = hex(adapted)
  }
  return { colour, asChosen, isMended: asChosen < minContrast }
}

/** Black or white, whichever has more contrast on an unadapted colour: at least 4.5. */
export function readableTextOn(colour: string): string {
  const [black, white] = ['#000000', '#ffffff']
  return contrast(colour, black) >= contrast(colour, white) ? black : white
}

type Accents = Pick<SceneBranding, 'accentColor' | 'secondColor'>

/** The CSS custom properties of a scene; null: the scene has no colours, so the defaults apply. */
export function brandingProperties({ accentColor, secondColor }: Accents, scheme: Scheme) {
  const accent = accentColor ?? secondColor
  if (accent === null) return null
  const second = secondColor ?? accent
  return {
    '--main': shade(accent, scheme).colour,
    '--on-main': textOnAccent[scheme],
    '--second': shade(second, scheme).colour,
    '--scene': accent.toLowerCase(),
    '--on-scene': readableTextOn(accent),
    '--scene-second': second.toLowerCase(),
  }
}

/** The style sheet of a scene's pages, for both themes. */
export function brandingStyle(accents: Accents): string {
  return schemes
    .map((scheme) => {
      const entries = Object.entries(brandingProperties(accents, scheme) ?? {})
      const properties = entries.map(([name, value]) => `${name}:${value}`).join(';')
      return properties && `:root[data-mantine-color-scheme='${scheme}']{${properties}}`
    })
    .join('')
}

/** A scene with the style of its pages. */
export function withBrandingStyle<Scene extends SceneBranding>(
  scene: Scene,
): Scene & { faceStyle: string } {
  return { ...scene, faceStyle: brandingStyle(scene) }
}

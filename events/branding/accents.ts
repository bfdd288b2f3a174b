import { contrast, linear } from './contrast.ts'

// Björn Ottosson, "A perceptual color space for image processing" (2020).
const toCones = [
  [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
  [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
  [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
]

const toLab = [
  [0.210_454_255_3, 0.793_617_785, -0.004_072_046_8],
  [1.977_998_495_1, -2.428_592_205, 0.450_593_709_9],
  [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766],
]

const fromLab = [
  [1, 0.396_337_777_4, 0.215_803_757_3],
  [1, -0.105_561_345_8, -0.063_854_172_8],
  [1, -0.089_484_177_5, -1.291_485_548],
]

const fromCones = [
  [4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2],
  [-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5],
  [-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701],
]

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

/** A colour by perception: lightness from 0 to 1, chroma from 0 (grey), hue in degrees. */
type Oklch = { lightness: number; chroma: number; hue: number }

export function oklch(colour: string): Oklch {
  const cones = times(toCones, linear(colour)).map(Math.cbrt)
  const [lightness = 0, a = 0, b = 0] = times(toLab, cones)
  const hue = (Math.atan2(b, a) * 180) / Math.PI
  return { lightness, chroma: Math.hypot(a, b), hue: (hue + 360) % 360 }
}

/** The colour as #rrggbb, with less chroma if it is outside the gamut of screens. */
export function hex({ lightness, chroma, hue }: Oklch): string {
  const angle = (hue * Math.PI) / 180
  for (let current = chroma; ; current = Math.max(0, current - 0.005)) {
    const lab = [lightness, current * Math.cos(angle), current * Math.sin(angle)]
    const light = times(
      fromCones,
      times(fromLab, lab).map((cone) => cone ** 3),
    )
    const isInGamut = light.every((part) => part > -1e-4 && part < 1.0001)
    if (isInGamut || current === 0) return `#${light.map(digits).join('')}`
  }
}

function digits(light: number): string {
  const part = light <= 0.003_130_8 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  const byte = Math.round(255 * Math.min(1, Math.max(0, part)))
  return byte.toString(16).padStart(2, '0')
}

function times(matrix: number[][], vector: number[]): number[] {
  return matrix.map((row) => row.reduce((sum, part, at) => sum + part * (vector[at] ?? 0), 0))
}

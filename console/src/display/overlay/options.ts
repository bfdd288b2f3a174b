import { contrast } from '#events/branding/contrast.ts'
import type { Sides } from './score-bar-content.ts'

/** The options in the query of an overlay's address; invalid ones are ignored. */
type OverlayOptions = {
  scheme: 'dark' | 'light'
  /** null: the sides of the cabinet's screen */
  sides: Sides | null
  /** CSS variables for the page */
  variables: Record<string, string>
}

/** Minimum contrast of text and of an accent with the panel behind them. */
const [minTextContrast, minAccentContrast] = [4.5, 3]
const panels = {
  dark: { panel: '#1f1c29', ink: '#eeebf5' },
  light: { panel: '#ffffff', ink: '#17141f' },
}
const [minScale, fullScale, maxScale] = [50, 100, 200]

export function optionsIn(search: string): OverlayOptions {
  const query = new URLSearchParams(search)
  const scheme = query.get('theme') === 'light' ? 'light' : 'dark'
  const sides = query.get('sides')
  const scale = Number(query.get('scale') ?? fullScale)
  return {
    scheme,
    sides: sides === 'blue-left' || sides === 'gold-left' ? sides : null,
    variables: {
      ...coloursIn(query, panels[scheme]),
      ...(scale !== fullScale &&
        scale >= minScale &&
        scale <= maxScale && { '--overlay-scale': `${scale / fullScale}` }),
    },
  }
}

/** Colours of six hex digits. If ink is not readable on the panel, both are the theme's. */
function coloursIn(query: URLSearchParams, theme: { panel: string; ink: string }) {
  const colour = (name: string) => {
    const digits = /^#?([\da-f]{6})$/i.exec(query.get(name) ?? '')?.[1]
    return digits && `#${digits.toLowerCase()}`
  }
  const requested = { panel: colour('panel') ?? theme.panel, ink: colour('ink') ?? theme.ink }
  const isReadable = contrast(requested.panel, requested.ink) >= minTextContrast
  const { panel, ink } = isReadable ? requested : theme
  const accent = colour('accent')
  const isVisible = accent !== undefined && contrast(panel, accent) >= minAccentContrast
  return {
    ...(panel !== theme.panel && { '--overlay-panel': panel }),
    ...(ink !== theme.ink && { '--overlay-ink': ink }),
    ...(isVisible && { '--overlay-accent': accent }),
  }
}

import { contrast } from '../../../../events/face/contrast.ts'
import type { Sides } from './picture.ts'

/** What stands behind `?` in the address of an overlay; what is not understood is as if it were not there. */
export type OverlayOptions = {
  scheme: 'dark' | 'light'
  /** null: as on the cabinet's screen */
  sides: Sides | null
  /** for the style of the page */
  variables: Record<string, string>
}

/** Of text on what is behind it, and of an accent. */
const [readable, seen] = [4.5, 3]
const panels = {
  dark: { panel: '#1f1c29', ink: '#eeebf5' },
  light: { panel: '#ffffff', ink: '#17141f' },
}
const [smallest, whole, largest] = [50, 100, 200]

export function optionsIn(search: string): OverlayOptions {
  const asked = new URLSearchParams(search)
  const scheme = asked.get('theme') === 'light' ? 'light' : 'dark'
  const sides = asked.get('sides')
  const scale = Number(asked.get('scale') ?? whole)
  return {
    scheme,
    sides: sides === 'blue-left' || sides === 'gold-left' ? sides : null,
    variables: {
      ...coloursIn(asked, panels[scheme]),
      ...(scale !== whole &&
        scale >= smallest &&
        scale <= largest && { '--overlay-scale': `${scale / whole}` }),
    },
  }
}

/** Six digits each. Text that could not be read on its panel has the theme's colours, and so has that. */
function coloursIn(asked: URLSearchParams, theme: { panel: string; ink: string }) {
  const of = (name: string) => {
    const digits = /^#?([\da-f]{6})$/i.exec(asked.get(name) ?? '')?.[1]
    return digits && `#${digits.toLowerCase()}`
  }
  const wanted = { panel: of('panel') ?? theme.panel, ink: of('ink') ?? theme.ink }
  const isReadable = contrast(wanted.panel, wanted.ink) >= readable
  const { panel, ink } = isReadable ? wanted : theme
  const accent = of('accent')
  const isSeen = accent !== undefined && contrast(panel, accent) >= seen
  return {
    ...(panel !== theme.panel && { '--overlay-panel': panel }),
    ...(ink !== theme.ink && { '--overlay-ink': ink }),
    ...(isSeen && { '--overlay-accent': accent }),
  }
}

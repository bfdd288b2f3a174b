import { part } from '../../core/text/catalogue.ts'

/** The look of a scene: settings for its page, boards and overlays. */
export const look = part('look', {
  title: (scene: string) => `Look of ${scene}`,
  lead: 'How public pages, screens of the venue and overlays of this scene look.',
  none: 'There is no such scene.',
  logo: 'Logo',
  logoHint:
    'Shown on the page of the scene, on its tournaments and on boards. Best without a background.',
  accentColor: 'Accent colour',
  secondColor: 'Second colour',
  colourHint: 'Like #8b1a1a. If empty, the colours of Waggle are used.',
  pick: (field: string) => `Pick: ${field}`,
  description: 'Text on the page of the scene',
  descriptionHint: 'Markdown. Where and when you play, and who can come.',
  near: {
    blue: 'Too close to the blue of the blue team. Choose a colour further from blue.',
    gold: 'Too close to the gold of the gold team. Choose a colour further from gold.',
  },
  wrong: 'A colour like #8b1a1a',
  mended: {
    dark: (contrast: string, colour: string) =>
      `Too dark to be read in the dark theme (${contrast}:1, 4.5:1 is needed): words and buttons are drawn in ${colour} there.`,
    light: (contrast: string, colour: string) =>
      `Too faint to be read in the bright theme (${contrast}:1, 4.5:1 is needed): words and buttons are drawn in ${colour} there.`,
  },
  preview: 'Preview',
  theme: { dark: 'Dark theme', light: 'Bright theme' },
  heading: 'Coming',
  sample: 'Friday Night',
  winner: 'Winner: Snail Mail',
  button: 'Register',
  save: 'Save the look',
  failed: 'Could not save the look.',
  page: 'Page of the scene',
})

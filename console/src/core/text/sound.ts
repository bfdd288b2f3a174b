import { part } from './catalogue.ts'

/** The countdown before a forced start, to be heard. */
export const sound = part('sound', {
  on: 'Turn the sound on here',
  off: 'Turn the sound off here',
})

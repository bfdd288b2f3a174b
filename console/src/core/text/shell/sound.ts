import { part } from '../catalogue.ts'

/** The audible countdown before a forced start. */
export const sound = part('sound', {
  on: 'Turn the sound on here',
  off: 'Turn the sound off here',
})

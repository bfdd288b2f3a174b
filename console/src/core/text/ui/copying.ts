import { part } from '../catalogue.ts'

export const copying = part('copying', {
  copied: 'Copied to the clipboard.',
  byHand: 'This browser cannot copy automatically. The text is selected: copy it by hand.',
})

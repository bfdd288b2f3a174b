import { part } from './catalogue.ts'

export const copying = part('copying', {
  copied: 'Copied to the clipboard.',
  byHand: 'This browser does not copy by itself: the text is selected, copy it by hand.',
})

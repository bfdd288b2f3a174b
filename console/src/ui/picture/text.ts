import { part } from '../../core/text/catalogue.ts'

export const pictureWords = part('pictureWords', {
  choose: 'Take or choose a picture',
  other: 'Another picture',
  remove: 'Remove picture',
  none: 'No picture',
  reading: 'Reading the picture …',
  unreadable: 'This file is not a picture that can be read.',
  broken: 'This picture cannot be shown.',
  address: 'Or its address',
})

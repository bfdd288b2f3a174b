import { part } from './catalogue.ts'
import type { PhoneKind } from '../../../../events/describe/news.ts'

/** The question before a phone is subscribed to notifications. */
export const push = part('push', {
  ask: 'Tell this phone',
  on: 'This phone is told',
  blocked: 'This browser lets nobody tell you anything. Allow notifications for this page first.',
  failed: 'It did not work. Try again in a moment.',
  about: 'This phone is told',
  stop: 'Tell this phone nothing',
  kinds: {
    on_deck: 'on deck',
    called: 'called to a cabinet',
    delayed: 'delayed by more than 15 min',
    result: 'results',
    announcement: 'announcements',
  } satisfies Record<PhoneKind, string>,
})

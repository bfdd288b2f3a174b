import { part } from '../catalogue.ts'
import type { PhoneKind } from '../../../../../events/describe/notification-kinds.ts'

/** The question before a phone is subscribed to notifications. */
export const push = part('push', {
  ask: 'Notify this phone',
  blocked: 'This browser blocks notifications. Allow them for this page first.',
  failed: 'It did not work. Try again in a moment.',
  about: 'Notifications are on',
  stop: 'Turn off notifications',
  kinds: (minDelayMinutes: number) =>
    ({
      on_deck: 'on deck',
      called: 'called to a cabinet',
      delayed: `delayed by more than ${minDelayMinutes} min`,
      result: 'results',
      announcement: 'announcements',
    }) satisfies Record<PhoneKind, string>,
})

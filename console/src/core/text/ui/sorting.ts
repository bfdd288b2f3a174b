import { part } from '../catalogue.ts'

/** Lists that people sort, by dragging or by buttons. */
export const sorting = part('sorting', {
  grab: (name: string) => `Drag ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  place: (n: number, of: number) => `position ${n} of ${of}`,
  lifted: (name: string, place: string) => `Picked up ${name}, ${place}.`,
  over: (name: string, place: string) => `${name}, moved to ${place}.`,
  dropped: (name: string, place: string) => `${name}, dropped at ${place}.`,
  cancelled: (name: string) => `${name} is back where it was.`,
  unsaved: 'Saving the order',
  instructions:
    'To move it, press space, choose its place with the arrow keys, press space again to drop it, or escape to put it back.',
})

import { part } from '../../core/text/catalogue.ts'

/** Making, changing and deleting match queues. */
export const queues = part('queues', {
  add: 'New queue',
  addTitle: 'New queue',
  edit: 'Edit queue',
  editTitle: (queue: string) => `Edit queue ${queue}`,
  name: 'Queue name',
  nameMissing: 'Queue name is required',
  ofCabinet: (cabinet: string) => `This queue was created with ${cabinet} and has its name.`,
  cabinets: 'Cabinets that take matches from it',
  noCabinets: 'No cabinets are assigned to this tournament.',
  nobodyTakes: 'No cabinet takes matches from this queue yet.',
  make: 'Create queue',
  makeFailed: 'Could not create the queue',
  saveFailed: 'Could not change the queue',
  deleteQueue: 'Delete queue',
  deleteAgain: (matches: number) =>
    matches === 0
      ? 'Press again to delete'
      : matches === 1
        ? 'Press again: 1 match becomes unassigned'
        : `Press again: ${matches} matches become unassigned`,
  deleteFailed: 'Could not delete the queue',
  missing: (cabinets: string) => `Without a queue of its own: ${cabinets}`,
  changed: (queue: string) => `${queue} was changed on another tablet. Please check it.`,
  gone: (queue: string) => `${queue} was deleted on another tablet.`,
})

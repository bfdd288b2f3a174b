import { z } from 'zod'
import { maxMatches } from '../../rules/stage-settings.ts'
import { idsOf } from '../parts/ids.ts'
import { command, displaceField, event } from '../parts/shapes.ts'
import type { NounSchema } from './noun.ts'

const { cabinet, match, queue, stage } = idsOf(z.int().positive())
const of = idsOf(z.int())

const QueueRow = z.object({
  id: of.queue,
  tournament: of.tournament,
  name: z.string(),
  cabinets: z.array(of.cabinet),
  autoCreated: z.boolean(),
  enabled: z.boolean(),
  /** match ids, next first */
  matches: z.array(of.match),
})

export const queueSchema = {
  events: [
    event('QueueCreated', 1, {
      queue,
      name: z.string(),
      cabinets: z.array(cabinet),
      autoCreated: z.boolean(),
    }),
    event('QueueCabinetsSet', 1, { queue, cabinets: z.array(cabinet) }),
    event('QueueRenamed', 1, { queue, name: z.string() }),
    event('QueueEnabled', 1, { queue, on: z.boolean() }),
    event('QueueOrdered', 1, { queue, matches: z.array(match) }),
    event('QueueDeleted', 1, { queue }),
  ],
  commands: [
    command('CreateQueues', {}),
    command('CreateQueue', {
      name: z.string().trim().min(1).max(100),
      cabinets: z.array(cabinet).max(200),
    }),
    command('SetQueue', {
      queue,
      matches: z.array(match).max(maxMatches),
      /** the order the sender saw; if it has changed since, the command is refused (R-QU-1) */
      expected: z.array(match).max(maxMatches).optional(),
    }),
    /** appends all matches of these stages that are in no queue (R-RR-4) */
    command('AssignAll', {
      queue,
      stages: z.array(stage).min(1).max(100),
      /** in turn to this and all other enabled queues that have cabinets */
      spread: z.boolean().optional(),
    }),
    command('RemoveAll', { queue }),
    command('SetQueueCabinets', { queue, cabinets: z.array(cabinet).max(200) }),
    command('RenameQueue', { queue, name: z.string().trim().min(1).max(100) }),
    command('EnableQueue', { queue, on: z.boolean() }),
    command('DeleteQueue', { queue }),
    command('SelectNext', { cabinet, ...displaceField }),
  ],
  records: {
    queues: {
      label: 'The queue',
      key: 'queue',
      record: z.object({
        id: queue,
        name: z.string(),
        cabinets: z.array(cabinet),
        autoCreated: z.boolean(),
        enabled: z.boolean(),
        matches: z.array(match),
      }),
    },
  },
  rows: { queue: QueueRow },
} satisfies NounSchema

const TimerRow = z.object({
  cabinet: of.cabinet,
  tournament: of.tournament,
  /** ISO in UTC, by the desk's clock */
  dueAt: z.string(),
  /** the match whose end armed it */
  after: of.match,
  /** why nothing could be started although the timer is due; null: running */
  waits: z.string().nullable(),
})

export const timerSchema = {
  events: [
    event('TimerArmed', 1, { cabinet, after: match, dueAt: z.string() }),
    event('TimerWaits', 1, { cabinet, reason: z.string() }),
    event('TimerCancelled', 1, { cabinet, reason: z.string() }),
  ],
  commands: [
    command('HoldTimer', { cabinet, reason: z.string().max(100).default('held') }),
    command('ExtendTimer', { cabinet, seconds: z.int().min(1).max(600) }),
    command('FireTimer', { cabinet, dueAt: z.string() }),
  ],
  records: {
    timers: {
      label: 'The queue timer',
      key: 'cabinet',
      record: z.object({ cabinet, after: match, dueAt: z.string(), waits: z.string().nullable() }),
    },
  },
  rows: { timer: TimerRow },
} satisfies NounSchema

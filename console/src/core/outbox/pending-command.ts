import type { OutboxCommand } from '../../../../events/describe/commands.ts'
import type { RefusalCode } from '../../../../events/refusals.ts'
import type { CommandOf } from '../../../../events/schema/command.ts'

/** The commands this console sends. */
export type Pressed = Command | GameClick
type Command = CommandOf<OutboxCommand>

/** A game's way into a match or out of it, by the number the server gave it. */
type GameClick = {
  type: 'ClickGame'
  game: number
  match: number
  isAttached: boolean
  /** whose point it is; null: it counts nothing */
  team: number | null
}

/**
 * `sending` on its way · `late` not answered for 3 s · `offline` kept until the network is back ·
 * `asking` too old to be sent unasked · `answered` done, its frame is still under way ·
 * `refused` with a reason.
 */
export type PendingState = 'sending' | 'late' | 'offline' | 'asking' | 'answered' | 'refused'

/** A pressed control: one command under one id until it is answered, however often it is sent. */
export type PendingCommand = {
  id: string
  command: Pressed
  /** when, by this device's clock */
  at: number
  /** the control: its state and its refusals are shown there */
  place: string
  /** what it does, in words: `+1 Gold in M12` */
  label: string
  /** the title of its refusal: `Could not swap team sides` */
  failure: string
  state: PendingState
  reason: string | null
  /** of the refusal, where the server gave one */
  code?: RefusalCode | undefined
  /** the version that holds its effect, once answered */
  version: number | null
  /** an attempt was made: it may be saved although no answer came */
  tried: boolean
  /** rows that came whole after it was sent may already hold its effect */
  unsure: boolean
  /** a person said to send it although it is old */
  insisted: boolean
}
export type NewCommand = Pick<PendingCommand, 'command' | 'place' | 'label' | 'failure'>

/** The same insisted on, where another tournament's match stands in its way; null: nothing does. */
export function displacing({ command, code, ...press }: PendingCommand): NewCommand | null {
  if (code !== 'CABINET_TAKEN') return null
  const { place, label, failure } = press
  switch (command.type) {
    case 'StartMatch':
    case 'SelectNext':
    case 'Undo':
      return { command: { ...command, displace: true }, place, label, failure }
    default:
      return null
  }
}

/** Not known to be saved. */
export function isUnsent(press: PendingCommand): boolean {
  return press.state !== 'answered' && press.state !== 'refused'
}

/** Not saved, and not just on its way either: somebody should know. */
export function isOverdue(press: PendingCommand): boolean {
  return isUnsent(press) && press.state !== 'sending'
}

export function isWaiting(press: PendingCommand): boolean {
  return press.state === 'sending' || press.state === 'late'
}

/**
 * The states of one write, from a press or a form until the server has answered it. All attempts
 * have the same idempotency key (P2).
 *
 *        ┌────────────────── back ──────────────────┐
 *        ▼                                          │
 *     sending ───── slow ────▶ late ──── lost ──▶ offline
 *      ▲   └────────────────── lost ────────────────▲
 *    retry
 *      ├── asking ◀──── ask ───── from the three above
 *      └── refused ◀── refused ── from the four above
 *          answered ◀── done ──── from the five above
 *
 * `busy` changes no state. What holds, each with its test in `write-machine.test.ts`:
 *
 * - P11: only an answer leads to `answered` or `refused`, and an answer counts in every state
 * - P11: `answered` is final
 * - P1: a write that is not answered is sent again when a person wants it
 * - ux 13: only `back` and a person make a late or offline write look as if it were just sent
 * - ux 20: only a person or an answer ends `asking` and `refused`
 */

/**
 * - `sending`: the request is in progress, or is next
 * - `late`: not answered for 3 s
 * - `offline`: kept until the server can be reached, and retried automatically
 * - `asking`: sent only when a person has confirmed it
 * - `refused`: with a reason
 * - `answered`: done
 */
export type WriteState = 'sending' | 'late' | 'offline' | 'asking' | 'refused' | 'answered'
/**
 * - `slow`: no answer yet after `lateMs`
 * - `busy`: the server asks to wait
 * - `lost`: an attempt got no answer
 * - `back`: the server can be reached again
 * - `ask`: a person decides first, because the write is older than `staleMs` or nobody is signed in
 * - `retry`: the person wants it sent
 */
export type Signal = 'slow' | 'busy' | 'lost' | 'back' | 'ask' | 'retry' | 'refused' | 'done'

export const lateMs = 3_000
export const staleMs = 60_000

const answer = { refused: 'refused', done: 'answered' } as const
// oxfmt-ignore
export const transitions: Record<WriteState, Record<Signal, WriteState>> = {
  sending: { slow: 'late',    busy: 'sending', lost: 'offline', back: 'sending', ask: 'asking',  retry: 'sending', ...answer },
  late:    { slow: 'late',    busy: 'late',    lost: 'offline', back: 'late',    ask: 'asking',  retry: 'late',    ...answer },
  offline: { slow: 'offline', busy: 'offline', lost: 'offline', back: 'sending', ask: 'asking',  retry: 'offline', ...answer },
  asking:  { slow: 'asking',  busy: 'asking',  lost: 'asking',  back: 'asking',  ask: 'asking',  retry: 'sending', ...answer },
  refused: { slow: 'refused', busy: 'refused', lost: 'refused', back: 'refused', ask: 'refused', retry: 'sending', ...answer },
  answered: {
    slow: 'answered', busy: 'answered', lost: 'answered', back: 'answered', ask: 'answered',
    retry: 'answered', refused: 'answered', done: 'answered',
  },
}

import { expect } from 'vitest'

/** Ends what hangs; a slow machine must not decide. */
const hangsAfterMs = 60_000

/** Until it is so, however long that takes. */
export async function eventually(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: hangsAfterMs, interval: 10 }).toBe(true)
}

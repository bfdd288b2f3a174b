// Password hashing is slow on purpose, and these tests hash hundreds of passwords, so scrypt runs
// with fewer rounds here. services/account/passwords.test.ts tests the real parameters.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Slow = typeof crypto.scrypt & { isQuick?: true }
const slow: Slow = crypto.scrypt

if (!slow.isQuick) {
  const quick = (...[password, salt, length, options, done]: Parameters<typeof slow>) =>
    slow(password, salt, length, { ...options, N: 2 }, done)
  crypto.scrypt = Object.assign(quick, { isQuick: true as const }) as typeof slow
  syncBuiltinESMExports()
}

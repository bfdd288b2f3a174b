// `npm run change-secret [-- --forget]` encrypts again with the secret of this server what was stored
// with PREVIOUS_SECRET. Exit code 1 if something was stored with neither and is not to be forgotten.
import { changeSecret, migrate, openEncryption, openStore } from '#services/store/index.ts'
import type { SealedCounts } from '#services/store/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures, orGiveUp } from './support/failure.ts'
import { findServers } from './support/environment.ts'
import { ownSecret } from './support/own-secret.ts'

explainFailures()
const usage =
  'It encrypts stored tokens again: PREVIOUS_SECRET=… WAGGLE_SECRET=… npm run change-secret [-- --forget]'
const { flags } = argumentsOf(usage, { flags: ['forget'] })
const forget = flags.has('forget')
const servers = await findServers()
const secret = servers.embedded ? ownSecret(servers.dataDir) : process.env['WAGGLE_SECRET']
const to = openEncryption(secret)
if (to) {
  const opening = openStore({ url: servers.databaseUrl, max: 4 })
  const store = await orGiveUp('The database (DATABASE_URL)', opening)
  await migrate(store)
  const from = openEncryption(process.env['PREVIOUS_SECRET'])
  const { changed, unreadable } = await changeSecret(store, { from, to, forget })
  console.log(`Encrypted again: ${listOf(changed)}.`)
  if (sumOf(unreadable) > 0) {
    const advice = forget
      ? 'Deleted, to be entered and subscribed again'
      : 'Stored with neither secret; --forget deletes them'
    console.log(`${advice}: ${listOf(unreadable)}.`)
    process.exitCode = forget ? 0 : 1
  }
  await store.close()
} else {
  console.log(`WAGGLE_SECRET is not set.\n${usage}`)
  process.exitCode = 2
}
await servers.stop()

function listOf({ token, address, vapid }: SealedCounts): string {
  return `${token} tokens of external brackets, ${address} addresses of phones and programs, ${vapid} keys for notifications`
}

function sumOf({ token, address, vapid }: SealedCounts): number {
  return token + address + vapid
}

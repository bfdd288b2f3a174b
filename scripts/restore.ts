// `npm run restore -- <folder> [--force]` restores a backup onto empty servers, rebuilds the read
// models and compares them with the hashes in the backup. Exit code 1 if anything differs.
import { resolve } from 'node:path'
import { BadBackup } from './backup/files.ts'
import { openLocations } from './backup/locations.ts'
import { NotRestored, restore } from './backup/restore-backup.ts'
import { isUnfinished } from '#services/store/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures } from './support/failure.ts'
import { countMessages } from '#services/projector/index.ts'

explainFailures()
const usage = 'Name the folder of a backup: npm run restore -- <folder> [--force]'
const { words, flags } = argumentsOf(usage, { words: [1], flags: ['force'] })
const [folder = ''] = words
const locations = await openLocations({ restoring: true })
try {
  const request = { ...locations, folder: resolve(folder), force: flags.has('force') }
  const { manifest, differences } = await restore(request)
  for (const difference of differences) console.log(difference)
  const { commits, facts } = countMessages(manifest.positions)
  console.log(
    `Restored ${commits} commits and ${facts} messages of cabinet facts of ${manifest.takenAt}.`,
  )
  if (differences.length === 0) console.log('All rows are as they were, hash for hash.')
  process.exitCode = differences.length === 0 ? 0 : 1
} catch (error) {
  if (!(error instanceof BadBackup || error instanceof NotRestored)) {
    if (await isUnfinished(locations.store.pool).catch(() => true)) {
      console.log('The restore was interrupted. Nothing starts here until it has run to its end:')
    }
    throw error
  }
  console.log(`Nothing was written. ${error.message}`)
  process.exitCode = 1
} finally {
  await locations.close()
}

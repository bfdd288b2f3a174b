// `npm run backup -- <folder>` writes a backup into a new folder, whether Waggle is running or not.
// The backup contains personal data, but not this machine's secret, which encrypts stored tokens.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { openLocations } from './backup/locations.ts'
import { NoBackup, backup } from './backup/create-backup.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures } from './support/failure.ts'
import { countMessages } from '#services/projector/index.ts'

explainFailures()
const { words } = argumentsOf('Name a folder: npm run backup -- <folder>', { words: [1] })
const [folder = ''] = words
const locations = await openLocations()
try {
  const { positions, files } = await backup({ ...locations, folder: resolve(folder) })
  const { commits, facts } = countMessages(positions)
  await locations.store.db.insertInto('kept.backupTaken').values({ commits, facts }).execute()
  const rows = files.filter(({ name }) => name.startsWith('kept/'))
  const sum = rows.reduce((all, { lines }) => all + lines, 0)
  console.log(
    `Backed up ${commits} commits, ${facts} messages of cabinet facts and ${sum} rows into ${folder}.`,
  )
} catch (error) {
  if (!(error instanceof NoBackup)) {
    const isLeft = existsSync(folder)
    console.log(`No backup was taken.${isLeft ? ` Delete ${folder}, which is not complete.` : ''}`)
    throw error
  }
  console.log(`No backup was taken. ${error.message}`)
  process.exitCode = 1
} finally {
  await locations.close()
}

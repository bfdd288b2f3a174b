// `npm run backup -- <folder>`: everything precious into a new folder, while Waggle runs or not.
// It holds what is personal, and not the secret of this machine that tokens of others are kept with.
import { resolve } from 'node:path'
import { openPlaces } from './backup/locations.ts'
import { NoBackup, backup } from './backup/create-backup.ts'
import { stored } from '../services/projector/index.ts'

const [folder] = process.argv.slice(2)
if (!folder) {
  console.log('Where to? npm run backup -- <folder>')
  process.exit(2)
}
const places = await openPlaces()
try {
  const { positions, files } = await backup({ ...places, folder: resolve(folder) })
  const { commits, facts } = stored(positions)
  await places.store.db.insertInto('kept.backupTaken').values({ commits, facts }).execute()
  const rows = files.filter(({ name }) => name.startsWith('kept/'))
  const sum = rows.reduce((all, { lines }) => all + lines, 0)
  console.log(
    `Backed up ${commits} commits, ${facts} messages of cabinet facts and ${sum} rows into ${folder}.`,
  )
} catch (error) {
  if (!(error instanceof NoBackup)) throw error
  console.log(`No backup was taken. ${error.message}`)
  process.exitCode = 1
} finally {
  await places.close()
}

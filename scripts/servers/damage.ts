// What is missing or damaged in the folders of our own servers, in sentences that name the file and
// what to do. Nothing is made anew in the place of data that was there.
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readIfExists } from './owner.ts'

const remedy =
  'Put it back from a copy of this folder that was made while Waggle was stopped. Without one, move ' +
  'the whole data folder away and restore a backup (npm run restore).'

/** Throws if the database of this Waggle is gone: a new one would have none of its accounts. */
export function expectDatabaseOfLog(dir: string): void {
  const [log] = globSync(join(dir, 'nats/store/jetstream/*/streams/tournaments'))
  if (!log || existsSync(join(dir, 'postgres', 'data'))) return
  throw new Error(
    `${join(dir, 'postgres')} is missing or has no data, although ${join(dir, 'nats')} has a log. ` +
      `It has the accounts, scenes and registrations. ${remedy}`,
  )
}

/** Whether the folder has a database that was in use, even if the mark of that is gone. */
export function isInitialised(home: string): boolean {
  const mark = join(home, 'initialised')
  if (existsSync(mark)) return true
  // Postgres writes this file when it starts as a server, which it does after its first start here.
  if (!existsSync(join(home, 'data', 'postmaster.opts'))) return false
  writeFileSync(mark, '')
  return true
}

/** The password of the database, in a folder that was in use. */
export function savedPassword(home: string): string {
  const file = join(home, 'password')
  const password = readIfExists(file)
  if (!existsSync(join(home, 'data')))
    throw new Error(`${join(home, 'data')} is missing. ${remedy}`)
  if (password === '') throw new Error(passwordText(file, 'missing or empty'))
  return password
}

export function wrongPassword(home: string): Error {
  return new Error(passwordText(join(home, 'password'), 'not the password of the database'))
}

function passwordText(file: string, what: string): string {
  return `${file} is ${what}, so the database cannot be opened. ${remedy}`
}

/**
 * The process in a lock, 0 if there is none. A lock that Postgres could not read either is removed;
 * nobody else uses a folder that we own.
 */
export function holderOf(lock: string): number {
  const [pid = ''] = readIfExists(lock).split('\n')
  if (/^\d+$/.test(pid)) return Number(pid)
  rmSync(lock, { force: true })
  return 0
}

const failure = /(FATAL|PANIC):|could not|missing|no entries|No such file|incompatible/

const ofData = /WAL|checkpoint|database (files|system)|pg_\w+/

/** Why Postgres does not start, from the end of its log. */
export function whyNotStarted(data: string, log: string): string {
  const text = readIfExists(log).slice(-4_000)
  const lines = text.split('\n').filter((line) => failure.test(line))
  const why = lines.map((line) => line.replace(/^.*?(LOG|FATAL|PANIC|postgres): +/, '').trim())
  const all = `${[...new Set(why)].join('; ') || text.trim()} (${log})`
  if (/No space left on device/.test(text))
    return `the disk is full. Make space and start again: ${all}`
  const isOfData = lines.some((line) => line.includes(data) || ofData.test(line))
  return isOfData ? `its data in ${data} cannot be used: ${all}. ${remedy}` : all
}

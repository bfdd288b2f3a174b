import type { Store } from '../store/index.ts'

type Db = Store['db']

/** A position in the log, which moves in one transaction with the jobs that follow from it (P8). */
export function openCheckpoint({ db }: Pick<Store, 'db'>, name: string) {
  const row = (tx: Db) => tx.selectFrom('kept.checkpoint').select('seq').where('name', '=', name)
  return {
    /** The stored position; the first call of all stores `first`. */
    async position(first: number): Promise<number> {
      const initial = db.insertInto('kept.checkpoint').values({ name, seq: first })
      await initial.onConflict((conflict) => conflict.doNothing()).execute()
      return (await row(db).executeTakeFirstOrThrow()).seq
    },
    /** Moves to a position, unless `write` returns false because of the one that is stored. */
    move(to: number, write: (tx: Db, from: number) => Promise<boolean>): Promise<boolean> {
      return db.transaction().execute(async (tx) => {
        const { seq: from } = await row(tx).forUpdate().executeTakeFirstOrThrow()
        if (!(await write(tx, from))) return false
        await tx.updateTable('kept.checkpoint').set({ seq: to }).where('name', '=', name).execute()
        return true
      })
    },
  }
}

import pg from 'pg'
import type { Pool } from 'pg'
import { expectNoTransaction } from './transaction-guard.ts'

/**
 * A prepared statement for several calls at once. Its parameters are arrays with one value for each
 * call, and each of its rows has the number of its call as `n`, from 1.
 */
type SharedStatement = { name: string; text: string }
/** Runs the statement for one call; undefined if it returns no row for it. */
export type RunTogether = <Row>(
  statement: SharedStatement,
  values: readonly unknown[],
) => Promise<Row | undefined>

type Row = { n: number }
type Call = {
  values: readonly unknown[]
  resolve: (row: Row | undefined) => void
  reject: (error: unknown) => void
}

/** A statement that takes longer waits for a lock; the calls after it do not wait with it. */
const defaultPatienceMs = 50

/**
 * Runs a statement once for all calls of one turn of the event loop, and calls that come while it
 * runs share the next one. A call alone is sent at once. Under load, requests and projections
 * arrive in bursts, and a transaction each costs more than what the statement does.
 */
export function openRunTogether(pool: Pool, patienceMs = defaultPatienceMs): RunTogether {
  const waiting = new Map<string, Call[]>()
  /** by the name of a statement that runs: the timer that lets the next one begin before its end */
  const running = new Map<string, NodeJS.Timeout>()

  async function run(statement: SharedStatement, calls: readonly Call[]): Promise<void> {
    const columns = calls[0]!.values.map((_, column) => calls.map(({ values }) => values[column]))
    try {
      const { rows } = await pool.query<Row>({ ...statement, values: columns })
      const byCall = new Map(rows.map((row) => [row.n, row]))
      for (const [index, { resolve }] of calls.entries()) resolve(byCall.get(index + 1))
    } catch (error) {
      if (calls.length > 1 && isCausedByValues(error))
        await Promise.all(calls.map((call) => run(statement, [call])))
      else for (const { reject } of calls) reject(error)
    }
  }

  function runWaiting(statement: SharedStatement): void {
    const { name } = statement
    const calls = waiting.get(name)
    if (!calls || running.has(name)) return
    waiting.delete(name)
    const end = () => {
      clearTimeout(patience)
      if (running.get(name) !== patience) return
      running.delete(name)
      runWaiting(statement)
    }
    const patience = setTimeout(end, patienceMs)
    running.set(name, patience)
    void run(statement, calls).finally(end)
  }

  return <R>(statement: SharedStatement, values: readonly unknown[]) =>
    new Promise<R | undefined>((resolve, reject) => {
      // Asked here, because the statement runs in the context of another call.
      expectNoTransaction('runTogether')
      const call = { values, resolve: resolve as Call['resolve'], reject }
      const calls = waiting.get(statement.name)
      if (calls) return calls.push(call)
      waiting.set(statement.name, [call])
      setImmediate(() => runWaiting(statement))
    })
}

/** Wrong data, a constraint, or one key twice: other calls must not fail because of it. */
function isCausedByValues(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^2[123]/.test(error.code ?? '')
}

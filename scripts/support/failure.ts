// How the scripts of an operator end when something is wrong that the operator can mend.

/** Postgres: connection, login, resources, shutdown, system error, permission. */
const foreseeableCodes = /^(08|28|3D|53|57|58|42501)/
const bugs = [TypeError, RangeError, ReferenceError, SyntaxError]
const defaultWaitSeconds = 30

/** From now on a foreseeable error ends the process with its sentence, any other with its stack. */
export function explainFailures(): void {
  process.on('uncaughtException', (error: unknown) => {
    console.error(isForeseeable(error) ? error.message : error)
    process.exit(1)
  })
}

/** Services wait for their servers for ever; a script that a timer starts has to end. */
export async function orGiveUp<T>(server: string, opening: Promise<T>): Promise<T> {
  const seconds = Number(process.env['WAIT_SECONDS'] || defaultWaitSeconds)
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const error = new Error(`${server} has not answered for ${seconds} s (WAIT_SECONDS).`)
  const timer = setTimeout(() => reject(error), seconds * 1_000)
  try {
    return await Promise.race([opening, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

function isForeseeable(error: unknown): error is Error {
  if (!(error instanceof Error) || bugs.some((kind) => error instanceof kind)) return false
  const { code, severity } = error as Error & { code?: string; severity?: string }
  return severity === undefined || foreseeableCodes.test(code ?? '')
}

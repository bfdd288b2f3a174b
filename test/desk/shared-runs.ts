const runLength = 8

/** Runs of characters that several secrets have in common, so that one tells about another. */
export function sharedRuns(secrets: readonly string[]): string[] {
  const runs = secrets.map((secret) => {
    const starts = Array.from({ length: secret.length }, (_, at) => at)
    return new Set(starts.map((at) => secret.slice(at, at + runLength)))
  })
  const all = runs.flatMap((own) => [...own].filter((run) => run.length === runLength))
  return [...new Set(all.filter((run, at) => all.indexOf(run) !== at))]
}

#!/usr/bin/env bash
# @opentelemetry/sdk-trace 3.1.0: BatchSpanProcessor does not read OTEL_BSP_MAX_QUEUE_SIZE.
#
# The specification of OpenTelemetry names this variable for the largest number of spans that wait.
# Guess: with 10, and batches of 5, most of 100 spans that end at once are dropped, as with the
# options of the constructor: one batch leaves at once, and 10 spans wait.
# Seen: the variables change nothing, all 100 are exported; only the options count. What is dropped
# is told to the diagnostic logger alone, which is off unless the program sets one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact @opentelemetry/sdk-trace@3.1.0 @opentelemetry/api@1.10.0
cat > try.mjs <<'END'
import * as sdk from '@opentelemetry/sdk-trace'

async function exported(options) {
  let count = 0
  const exporter = {
    export: (spans, done) => {
      count += spans.length
      done({ code: 0 })
    },
    shutdown: async () => {},
    forceFlush: async () => {},
  }
  const processor = new sdk.BatchSpanProcessor({ exporter, ...options })
  const { TracerProvider } = sdk
  const provider = new TracerProvider({ spanProcessors: [processor] })
  const tracer = provider.getTracer('try')
  for (let n = 0; n < 100; n++) tracer.startSpan(`span ${n}`).end()
  await provider.shutdown()
  return count
}

console.log('with OTEL_BSP_MAX_QUEUE_SIZE=10', await exported({}))
console.log('with the options', await exported({ maxQueueSize: 10, maxExportBatchSize: 5 }))
END
OTEL_BSP_MAX_QUEUE_SIZE=10 OTEL_BSP_MAX_EXPORT_BATCH_SIZE=5 node try.mjs > seen.txt
cat > expected.txt <<'END'
with OTEL_BSP_MAX_QUEUE_SIZE=10 100
with the options 15
END
cat seen.txt
diff expected.txt seen.txt

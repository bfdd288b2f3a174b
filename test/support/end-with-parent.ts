// Loaded first in every process that a test starts, so that the process ends with its parent, even
// if the test file ended before it could stop the process.
import { flushCompileCache } from 'node:module'
import { endWithParent } from '#scripts/support/parent.ts'

endWithParent(() => process.kill(process.pid, 'SIGKILL'))

// Without this a process that is killed leaves no compile cache for later processes.
const loadedMs = 1_000
setTimeout(flushCompileCache, loadedMs).unref()

// Loaded first in a process that a test starts: it does not outlive a test file that ended before
// it could stop it.
import { flushCompileCache } from 'node:module'
import { endWithParent } from '../../scripts/support/parent.ts'

endWithParent(() => process.kill(process.pid, 'SIGKILL'))

// Else a process that is killed leaves nothing for those that come after it.
const loadedMs = 1_000
setTimeout(flushCompileCache, loadedMs).unref()

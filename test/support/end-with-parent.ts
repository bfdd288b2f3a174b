// Loaded first in a process that a test starts: it does not outlive a test file that ended before
// it could stop it.
import { endWithParent } from '../../scripts/support/parent.ts'

endWithParent(() => process.kill(process.pid, 'SIGKILL'))

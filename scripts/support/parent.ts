// A process whose parent was killed (even with kill -9) gets another parent; then it has to exit.
const pollMs = 500

let watching = false

export function endWithParent(
  leave: () => void = () => process.kill(process.pid, 'SIGTERM'),
): void {
  if (watching) return
  watching = true
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    leave()
  }, pollMs)
  timer.unref()
}

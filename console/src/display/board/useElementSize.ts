import { useSyncExternalStore } from 'react'

/** How long both sides of the screen are, in hundredths of the shorter one. */
export function useElementSize(): { width: number; height: number } {
  const size = useSyncExternalStore(watch, read)
  const [width = 1, height = 1] = size.split('x').map(Number)
  const unit = Math.min(width, height) / 100
  return { width: width / unit, height: height / unit }
}

export function useIsTall(): boolean {
  const { width, height } = useElementSize()
  return height > width
}

function read(): string {
  return `${innerWidth}x${innerHeight}`
}

function watch(changed: () => void): () => void {
  addEventListener('resize', changed)
  return () => removeEventListener('resize', changed)
}

import { useSyncExternalStore } from 'react'

/** The size of the screen, in hundredths of its shorter side (vmin). */
export function useScreenSize(): { width: number; height: number } {
  const size = useSyncExternalStore(watch, read)
  const [width = 1, height = 1] = size.split('x').map(Number)
  const unit = Math.min(width, height) / 100
  return { width: width / unit, height: height / unit }
}

export function useIsTall(): boolean {
  const { width, height } = useScreenSize()
  return height > width
}

function read(): string {
  return `${innerWidth}x${innerHeight}`
}

function watch(onChange: () => void): () => void {
  addEventListener('resize', onChange)
  return () => removeEventListener('resize', onChange)
}

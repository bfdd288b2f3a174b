import { useEffect, useState } from 'react'

type Read<T> = (path: string) => Promise<T[]>

/**
 * A list that comes in no frame. It is read again when `mark` changes; what was read before stays
 * until then, and while it cannot be read. Null: nothing was read yet.
 */
export function useRead<T>(read: Read<T>, path: string, mark = ''): T[] | null {
  const [known, setKnown] = useState<{ path: string; rows: T[] } | null>(null)
  // A fragment is no part of what is asked for.
  const address = `${path}#${mark}`
  useEffect(() => {
    let isLatest = true
    read(address).then(
      (rows) => isLatest && setKnown({ path: address.split('#')[0] ?? '', rows }),
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [read, address])
  return known?.path === path ? known.rows : null
}

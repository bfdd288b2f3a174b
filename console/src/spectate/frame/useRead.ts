import { useEffect, useState } from 'react'
import { readAll } from '../../core/rest.ts'
import type { Address, PageOf } from '../../core/rest.ts'

/**
 * A list that comes in no frame. It is read again when `mark` changes; what was read before stays
 * until then, and while it cannot be read. Null: nothing was read yet.
 */
export function useRead<T>(path: Address<PageOf<T>>, mark = ''): T[] | null {
  const [read, setRead] = useState<{ path: string; rows: T[] } | null>(null)
  // A fragment is no part of what is asked for.
  const address = `${path}#${mark}` as typeof path
  useEffect(() => {
    let isLatest = true
    readAll(address).then(
      (rows) => isLatest && setRead({ path: address.split('#')[0] ?? '', rows }),
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [address])
  return read?.path === path ? read.rows : null
}

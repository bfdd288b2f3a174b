import { useEffect, useState } from 'react'
import { readAll } from '../../core/rest.ts'
import type { Address, PageOf } from '../../core/rest.ts'

/**
 * Reads a list that is in no frame, and reads it again when `revision` changes. The previous rows stay
 * until then, and if reading fails. Null: nothing was read yet.
 */
export function useRead<T>(path: Address<PageOf<T>>, revision = ''): T[] | null {
  const [read, setRead] = useState<{ path: string; rows: T[] } | null>(null)
  // The fragment makes the address change with `revision`; it is not part of the request.
  const address = `${path}#${revision}` as typeof path
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

import '@mantine/core/styles/Input.layer.css'
import { useLoaderData } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fetchInTime } from '../../core/fetch-in-time.ts'
import { useLiveState } from '../../core/live/context.ts'
import form from '../../ui/Form.module.css'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { useList } from '../../query/useList.ts'
import { useNow } from '../../hooks/useNow.ts'
import { devices as words } from '../../core/text/devices.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { DeviceLine } from './DeviceLine.tsx'
import { PairForm } from './PairForm.tsx'
import type { DeviceBody } from './words.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'

const everyMs = 5_000

/** Where officials are signed in, and the tablets at the cabinets (R-PE-4). */
export default function Devices() {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  const scene = tournament.scene.id
  const path = rest.get('/api/tournament/scene/:id/device/', { id: scene, rowsPerPage })
  const list = useList(path, { every: everyMs })
  const skewMs = useLiveState((shown) => shown.skewMs) ?? 0
  const now = useNow(true, everyMs) - skewMs
  const page = usePageNow()
  const of = { scene, cabinets, now, page, mayOrganize: mayOrganize(user, tournament.scene) }
  return (
    <Page title={words.title} lead={words.lead}>
      <PairForm scene={scene} cabinets={cabinets} rows={list.rows} now={now} />
      <section className={form.section}>
        <h2>{words.list}</h2>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul className={form.rows}>
              {rows.toSorted(inOrder).map((device) => (
                <DeviceLine key={device.id} device={device} of={of} onChanged={list.reload} />
              ))}
            </ul>
          )}
        </ListState>
      </section>
    </Page>
  )
}

/** This one first, then the newest: who was seen last would not stay in its place. */
function inOrder(a: DeviceBody, b: DeviceBody): number {
  return Number(b.isThis) - Number(a.isThis) || b.id - a.id
}

/** The page as the server gives it now: it names the build that is no older one. */
function usePageNow(): string | null {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    fetchInTime('/', { cache: 'no-store' })
      .then(async (answer) => (answer.ok ? await answer.text() : null))
      .then((found) => isOver || setPage(found))
      .catch(() => {})
    return () => {
      isOver = true
    }
  }, [])
  return page
}

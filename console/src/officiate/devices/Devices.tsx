import '@mantine/core/styles/Input.layer.css'
import { useLoaderData } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { fetchInTime } from '../../core/connection/fetch-in-time.ts'
import { useLiveState } from '../../core/live/context.ts'
import form from '../../ui/Form.module.css'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { useList } from '../../query/useList.ts'
import { useNow } from '../../hooks/useNow.ts'
import { devices as words } from '../../core/text/shell.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { DeviceLine } from './DeviceLine.tsx'
import { PairForm } from './PairForm.tsx'
import type { DeviceBody } from './device-status.ts'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

const pollMs = 5_000

/** The devices on which officials are signed in, and the tablets at the cabinets (R-PE-4). */
export default function Devices() {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const user = useUser()
  const scene = tournament.scene.id
  const path = rest.get('/api/tournament/scene/:id/device/', { id: scene, rowsPerPage })
  const list = useList(path, { every: pollMs })
  const skewMs = useLiveState((state) => state.skewMs) ?? 0
  const now = useNow(true, pollMs) - skewMs
  const page = useServedPage()
  const context = { scene, cabinets, now, page, mayOrganize: mayOrganize(user, tournament.scene) }
  return (
    <Page title={words.title} lead={words.lead}>
      <PairForm scene={scene} cabinets={cabinets} rows={list.rows} now={now} />
      <Section title={words.list}>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul className={form.rows}>
              {rows.toSorted(inOrder).map((device) => (
                <DeviceLine
                  key={device.id}
                  device={device}
                  context={context}
                  onChanged={list.reload}
                />
              ))}
            </ul>
          )}
        </ListState>
      </Section>
    </Page>
  )
}

/** This device first, then the newest. Sorted by last contact, devices would change places. */
function inOrder(a: DeviceBody, b: DeviceBody): number {
  return Number(b.isThis) - Number(a.isThis) || b.id - a.id
}

/** The HTML that the server serves now: it names the current build. */
function useServedPage(): string | null {
  const [page, setPage] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    fetchInTime('/', { cache: 'no-store' })
      .then(async (answer) => (answer.ok ? await answer.text() : null))
      .then((html) => isUnmounted || setPage(html))
      .catch(() => {})
    return () => {
      isUnmounted = true
    }
  }, [])
  return page
}

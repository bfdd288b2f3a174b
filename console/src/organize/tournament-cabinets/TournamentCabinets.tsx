import { Button, Stack, NativeSelect } from '@mantine/core'
import { useLoaderData, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ListRows } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { useList } from '../../query/useList.ts'
import { assigned as words, newCabinet } from '../../core/text/organize/venue.ts'
import { AdminLinkButton } from '../../ui/AdminLink.tsx'
import { CabinetStatus } from '../../ui/live/CabinetCard.tsx'
import { CabinetGroups } from './CabinetGroups.tsx'
import { CabinetRow } from './CabinetRow.tsx'
import { TokenDialog } from './TokenDialog.tsx'
import type { CabinetToken } from './TokenDialog.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import type { SceneCabinet } from '../../core/rest.ts'
import { Empty } from '../../ui/Empty.tsx'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { Section } from '../../ui/page/Section.tsx'
import '@mantine/core/styles/Input.layer.css'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { NameFields } from '../../ui/form/NameFields.tsx'
import { shortNameOf } from '../../core/short-name.ts'
import type { Named } from '../../core/short-name.ts'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { timeZones } from './cabinet-client.ts'
import type { StoreApi } from 'zustand'
import type { LiveState } from '../../core/live/store.ts'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { useOrdering } from '../../hooks/sorting/useOrdering.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'

/** The cabinets assigned to a tournament, and all cabinets of its scene with groups and tokens. */
export default function TournamentCabinets() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { scene } = tournament
  const list = useList(rest.get('/api/game/cabinet/', { sceneId: scene.id, rowsPerPage }))
  const assigning = useAssignCabinets()
  const { ids, order } = assigning
  const [createdToken, setCreatedToken] = useState<CabinetToken | null>(null)
  const router = useRouter()
  const reloadAll = async () => void (await Promise.all([list.reload(), router.invalidate()]))
  const unassigned = (list.rows ?? []).filter((cabinet) => !ids.includes(cabinet.id))
  const isFirst = list.rows?.length === 0
  const adding = (
    <NewCabinet
      scene={scene.id}
      isMain={isFirst}
      onCreated={(created) => {
        setCreatedToken(created)
        order([...ids, created.id])
        void reloadAll()
      }}
    />
  )
  return (
    <Stack gap="lg">
      <PageTitle>{words.title}</PageTitle>
      {isFirst && adding}
      <AssignedCabinets {...assigning} cabinets={list.rows ?? []} />
      <Section title={words.scene(scene.displayName)}>
        <ListRows list={list} empty={words.sceneNone}>
          {(cabinet) => (
            <CabinetRow
              key={cabinet.id}
              cabinet={cabinet}
              isAssigned={ids.includes(cabinet.id)}
              onAssign={() => order([...ids, cabinet.id])}
              onRenamed={reloadAll}
              onToken={setCreatedToken}
            />
          )}
        </ListRows>
        {unassigned.length > 1 && (
          <Button
            variant="default"
            size="md"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => order([...ids, ...unassigned.map((cabinet) => cabinet.id)])}
          >
            {words.assignAll}
          </Button>
        )}
      </Section>
      {!isFirst && adding}
      <CabinetGroups tournament={tournament.id} scene={scene.id} cabinets={list.rows ?? []} />
      {createdToken && (
        <TokenDialog
          sceneName={scene.name}
          cabinet={createdToken}
          onClose={() => setCreatedToken(null)}
        />
      )}
    </Stack>
  )
}

type Props = ReturnType<typeof useAssignCabinets> & { cabinets: SceneCabinet[] }

function AssignedCabinets({ ids, order, isUnconfirmed, problem, dismiss, cabinets }: Props) {
  const { cabinets: loaded } = useLoaderData({ from: '/tournament/$id/admin' })
  const nameOf = (id: number) =>
    [...cabinets, ...loaded].find((cabinet) => cabinet.id === id)?.displayName ?? `${id}`
  return (
    <Section title={words.list} lead={words.lead}>
      <ProblemNote problem={problem} title={words.failed} onDismiss={dismiss}>
        {problem?.code === 'MATCH_QUEUED' && (
          <AdminLinkButton to="match-queue" variant="default">
            {words.toQueues}
          </AdminLinkButton>
        )}
        {problem?.code === 'MATCH_ACTIVE' && (
          <AdminLinkButton to="current-matches" variant="default">
            {words.toCabinets}
          </AdminLinkButton>
        )}
      </ProblemNote>
      {ids.length === 0 && <Empty>{words.none}</Empty>}
      <SortableList
        label={words.list}
        ids={ids}
        nameOf={nameOf}
        onOrder={order}
        isUnconfirmed={isUnconfirmed}
      >
        {(id) => (
          <RowLine name={nameOf(id)} state={<CabinetStatus id={id} />}>
            <Button
              variant="default"
              size="md"
              aria-label={`${words.away}: ${nameOf(id)}`}
              onClick={() => order(ids.filter((other) => other !== id))}
            >
              {words.away}
            </Button>
          </RowLine>
        )}
      </SortableList>
    </Section>
  )
}

type NewCabinetProps = {
  scene: number
  /** the scene has no cabinet yet, so this is the main form */
  isMain: boolean
  onCreated: (created: CabinetToken) => void
}

type Fields = Named & { timeZone: string }

/** Creates a cabinet, and a token for its client. */
function NewCabinet({ scene, isMain, onCreated }: NewCabinetProps) {
  const [zones] = useState(timeZones)
  const form = useSavedForm<Fields>({
    server: { displayName: '', name: null, timeZone: zones.own },
    check: required({ displayName: newCabinet.displayNameMissing }),
  })

  async function create(_: unknown, fields: Fields): Promise<void> {
    const { displayName, timeZone } = fields
    const name = shortNameOf(fields)
    const body = { scene, name, displayName: displayName.trim(), timeZone }
    const saved = await form.save(rest.post('/api/game/cabinet/', {}, body))
    if (!saved.ok) return
    form.reset({ displayName: '', name: null, timeZone })
    onCreated(saved.answer)
  }

  return (
    <Section title={newCabinet.title} lead={newCabinet.lead}>
      <EditForm
        form={form}
        onSave={create}
        failed={newCabinet.failed}
        button={newCabinet.create}
        isQuiet={!isMain}
      >
        <NameFields form={form} words={newCabinet} />
        <NativeSelect label={newCabinet.timeZone} data={zones.all} {...form.field('timeZone')} />
      </EditForm>
    </Section>
  )
}

/** The cabinets of the tournament in order. A change is shown before the server confirms it. */
function useAssignCabinets() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { store } = useLiveSession()
  const saving = useSaving()
  const cabinets = useTournamentCabinets()
  const ordering = useOrdering(
    cabinets.map((cabinet) => cabinet.id),
    async (assignedCabinets) => {
      const body = { assignedCabinets }
      const saved = await saving.save(
        rest.patch('/api/tournament/tournament/:id/', { id: tournament.id }, body),
      )
      if (saved.ok) await waitForVersion(store, saved.answer.version)
      return saved.ok
    },
  )
  return { ...ordering, problem: saving.problem, dismiss: saving.dismiss }
}

/** Resolves once the live rows of this screen have reached a version. */
function waitForVersion(store: StoreApi<LiveState>, version: number): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().live.version >= version) return resolve()
    const stop = store.subscribe(({ live }) => {
      if (live.version < version) return
      stop()
      resolve()
    })
  })
}

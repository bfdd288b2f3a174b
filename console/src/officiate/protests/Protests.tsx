import '@mantine/core/styles/Table.layer.css'
import { Stack, Table } from '@mantine/core'
import { Link, useLoaderData } from '@tanstack/react-router'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchTitle } from '../../core/live/select.ts'
import forms from '../../ui/Form.module.css'
import { hasNewVersion, useVersioned } from '../../query/useVersioned.ts'
import { protests as words } from '../../core/text/officiate/protests.ts'
import type { AdminScreenProps } from '../../ui/admin-screen.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import type { ProtestBody } from './protest-body.ts'
import { ProtestPage } from './ProtestPage.tsx'
import styles from './Protests.module.css'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'

/** All protests of the tournament; `protests/12` is the page of protest 12. */
export default function Protests({ rest: [first] }: AdminScreenProps) {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  if (!isLoaded) return <Waiting />
  const id = Number(first)
  return <Stack gap="lg">{id > 0 ? <ProtestPage key={id} id={id} /> : <AllProtests />}</Stack>
}

function AllProtests() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const query = { tournamentId: tournament.id, rowsPerPage }
  const { answer, error } = useVersioned(rest.get('/api/tournament/protest/', query), hasNewVersion)
  if (!answer) return error ? <p role="alert">{words.failed}</p> : <Waiting />
  const open = answer.results.filter(({ state }) => state === 'open')
  const closed = answer.results.filter(({ state }) => state !== 'open')
  return (
    <>
      <PageTitle>{words.title}</PageTitle>
      {answer.results.length > 0 && <p className={forms.lead}>{words.lead}</p>}
      {open.length === 0 && (
        <Empty>{answer.results.length === 0 ? words.none : words.noneOpen}</Empty>
      )}
      {open.length > 0 && <ProtestTable title={words.open} protests={open} />}
      {closed.length > 0 && <ProtestTable title={words.over} protests={closed} />}
    </>
  )
}

function ProtestTable({ title, protests }: { title: string; protests: ProtestBody[] }) {
  return (
    <section className={styles.section}>
      <div className="scroll">
        <Table captionSide="top" verticalSpacing="sm">
          <Table.Caption ta="start">{words.table(title)}</Table.Caption>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{words.match}</Table.Th>
              <Table.Th scope="col">{words.reason}</Table.Th>
              <Table.Th scope="col">{words.state}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {protests.map((protest) => (
              <Line key={protest.id} protest={protest} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Line({ protest }: { protest: ProtestBody }) {
  const rows = useLiveState((state) => state.live.rows)
  const match = rows.match[protest.match]
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { state, proposal, ruling, isLate } = protest
  const statuses = [
    ruling ? words.said[ruling] : words.states[state],
    proposal ? words.waiting : null,
    isLate ? words.late : null,
  ]
  return (
    <Table.Tr>
      <Table.Th scope="row">
        <Link
          to="/tournament/$id/admin/$"
          params={{ id: String(tournament.id), _splat: `protests/${protest.id}` }}
          className={styles.link}
        >
          {match ? matchTitle(rows, match) : words.match}
        </Link>
      </Table.Th>
      <Table.Td>{words.reasons[protest.reason]}</Table.Td>
      <Table.Td>{statuses.filter(Boolean).join(', ')}</Table.Td>
    </Table.Tr>
  )
}

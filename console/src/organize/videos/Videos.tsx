import { useLoaderData } from '@tanstack/react-router'
import form from '../../ui/Form.module.css'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { newVideo, videos as words } from './text.ts'
import { AddVideo } from './AddVideo.tsx'
import { VideoRow } from './VideoRow.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'

/** The recordings of the tournament's cabinets. */
export default function Videos() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const list = useList(
    rest.get('/api/tournament/video/', { tournamentId: tournament.id, rowsPerPage }),
  )
  return (
    <Page title={words.title} lead={words.lead}>
      <AddVideo
        tournament={tournament.id}
        onAdded={() => {
          toast(newVideo.added)
          void list.reload()
        }}
      />
      <section className={form.section}>
        <h2>{words.list}</h2>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul>
              {rows.map((video) => (
                <VideoRow key={video.id} video={video} onChanged={list.reload} />
              ))}
            </ul>
          )}
        </ListState>
      </section>
    </Page>
  )
}

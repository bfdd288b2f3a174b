import { useLoaderData } from '@tanstack/react-router'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { newVideo, videos as words } from '../../core/text/organize/venue.ts'
import { AddVideo } from './AddVideo.tsx'
import { VideoRow } from './VideoRow.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

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
      <Section title={words.list}>
        <ListState list={list} empty={words.empty}>
          {(rows) => (
            <ul>
              {rows.map((video) => (
                <VideoRow key={video.id} video={video} onChanged={list.reload} />
              ))}
            </ul>
          )}
        </ListState>
      </Section>
    </Page>
  )
}

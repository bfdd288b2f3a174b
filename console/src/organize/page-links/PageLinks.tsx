import { Anchor } from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { RowButtons } from '../../ui/row/RowButtons.tsx'
import { RowLine } from '../../ui/row/RowLine.tsx'
import { SortableList } from '../../ui/SortableList.tsx'
import { toast } from '../../hooks/toast.ts'
import { useList } from '../../query/useList.ts'
import { useOrderedRows } from '../../query/useOrderedRows.ts'
import { links as words } from '../../core/text/organize/publishing.ts'
import { savingText } from '../../core/text/forms.ts'
import { PageLinkForm } from './PageLinkForm.tsx'
import type { PageLink } from './PageLinkForm.tsx'
import styles from './PageLinks.module.css'
import { Picture } from './Picture.tsx'
import { rest, rowsPerPage } from '../../core/rest.ts'
import { Section } from '../../ui/page/Section.tsx'

/** Manages the links on the page of a tournament. */
export default function PageLinks() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { id } = tournament
  const list = useList(rest.get('/api/tournament/links/', { tournamentId: id, rowsPerPage }))
  const [added, setAdded] = useState(0)
  return (
    <Page title={words.title} lead={words.lead}>
      <Section title={words.add}>
        <PageLinkForm
          key={added}
          tournament={id}
          button={words.addButton}
          onSaved={() => {
            toast(words.added)
            setAdded((n) => n + 1)
            void list.reload()
          }}
        />
      </Section>
      <Section title={words.list}>
        <ListState list={list} empty={words.empty}>
          {(rows) => <Ordered tournament={id} links={rows} onChanged={list.reload} />}
        </ListState>
      </Section>
    </Page>
  )
}

type Props = { tournament: number; links: PageLink[]; onChanged: () => Promise<void> }

function Ordered({ tournament, links, onChanged }: Props) {
  const [edited, setEdited] = useState<PageLink | null>(null)
  const ordered = useOrderedRows({
    rows: links,
    removal: (id) => rest.delete('/api/tournament/links/:id/', { id }),
    ordering: (body) =>
      rest.put('/api/tournament/tournament/:id/link-order/', { id: tournament }, body),
    words,
    onChanged,
  })
  const { byId, problem, failed, dismiss } = ordered
  const nameOf = (id: number) => byId.get(id)?.title || byId.get(id)?.url || ''
  return (
    <>
      <ProblemNote problem={problem} title={failed} onDismiss={dismiss} />
      <SortableList
        label={words.list}
        ids={ordered.ids}
        nameOf={nameOf}
        onOrder={ordered.order}
        isUnconfirmed={ordered.isUnconfirmed}
      >
        {(id) => (
          <RowLine
            name={nameOf(id)}
            picture={<Picture src={byId.get(id)?.imageShown ?? null} />}
            detail={
              <Anchor
                className={styles.address}
                href={byId.get(id)?.url}
                title={byId.get(id)?.url}
                target="_blank"
                rel="noopener noreferrer"
              >
                {byId.get(id)?.url}
              </Anchor>
            }
          >
            <RowButtons
              name={nameOf(id)}
              words={words}
              onEdit={() => setEdited(byId.get(id) ?? null)}
              onRemove={() => void ordered.remove(id)}
            />
          </RowLine>
        )}
      </SortableList>
      {edited && (
        <Dialog title={words.editTitle} size="lg" onClose={() => setEdited(null)}>
          <PageLinkForm
            tournament={tournament}
            link={edited}
            button={savingText.save}
            onSaved={() => {
              toast(words.saved)
              setEdited(null)
              void onChanged()
            }}
            onCancel={() => setEdited(null)}
          />
        </Dialog>
      )}
    </>
  )
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Card.layer.css'
import {
  Card,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  Anchor,
  Button,
  Switch,
} from '@mantine/core'
import { useLoaderData } from '@tanstack/react-router'
import { useState } from 'react'
import { overlayOf, overlayParts, overlaySilenceMs, matchParts } from '#events/view/overlay.ts'
import type { OverlayState, OverlayPart, OverlayPress } from '#events/view/overlay.ts'
import { to } from '../../core/addresses.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { rest, reasonOf } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { overlayText } from '../../core/text/display/overlay.ts'
import { useResource } from '../../query/useResource.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { Icon } from '../../ui/Icon.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { ListState } from '../../ui/ListState.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { OverlayPins } from './OverlayPins.tsx'
import { pageState } from './page-state.ts'
import { stream as words } from '../../core/text/organize/venue.ts'
import { Section } from '../../ui/page/Section.tsx'
import { activeMatchOn, comingOn, matchTitle } from '../../core/live/select.ts'
import type { Tables } from '../../core/live/rows.ts'
import { useSaving } from '../../query/useSaving.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'

const pollMs = 2_000

/** Controls the overlay of a cabinet's stream, and shows whether its open pages are up to date. */
export default function Stream() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const cabinets = useTournamentCabinets()
  const [chosen, setChosen] = useState<number | null>(null)
  const cabinet = chosen ?? cabinets[0]?.id ?? 0
  const path = rest.get('/api/tournament/tournament/:id/overlay/', { id: tournament.id })
  const { answer, error, reload, change } = useResource(path, { every: pollMs })
  const pushed = useLiveState((state) => state.overlays)
  const newest = (id: number): OverlayState => {
    const candidates = [pushed[id], answer?.overlays.find((overlay) => overlay.cabinet === id)]
    const [latest] = candidates
      .flatMap((overlay) => overlay ?? [])
      .toSorted((a, b) => b.version - a.version)
    return latest ?? overlayOf({ tournament: tournament.id, cabinet: id })
  }
  const applyOverlay = (overlay: OverlayState) =>
    change(({ overlays, pages }) => ({
      overlays: [...overlays.filter(({ cabinet }) => cabinet !== overlay.cabinet), overlay],
      pages,
    }))
  const overlay = newest(cabinet)
  const pathOf = (id: number) => `${to.tournament(tournament)}/overlay/${id}`
  return (
    <Page title={words.title} lead={words.lead}>
      <Section title={words.parts} lead={words.partsLead}>
        <NativeSelect
          label={words.overlayOf}
          value={cabinet}
          onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
        >
          {cabinets.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </NativeSelect>
        {answer && cabinet > 0 && (
          <Stack component="ul" gap="xs" mt="sm">
            <Card withBorder component="li">
              <Group justify="space-between">
                <Stack gap={0}>
                  <Text fw={700}>{overlayText.parts.all}</Text>
                  <Text size="sm">{words.allLead}</Text>
                </Stack>
                <OpenPart name={overlayText.parts.all} path={`${pathOf(cabinet)}/all`} />
              </Group>
            </Card>
            {overlayParts.map((part) => (
              <PartLine
                key={`${cabinet} ${part}`}
                part={part}
                overlay={overlay}
                path={`${pathOf(cabinet)}/${part}`}
                onChanged={applyOverlay}
              />
            ))}
          </Stack>
        )}
      </Section>
      <Section title={words.pages} lead={words.pagesLead(overlaySilenceMs / 1_000)}>
        <ListState
          list={{
            rows: answer?.pages ?? null,
            failure: error && reasonOf(error),
            reload: async () => void (await reload()),
          }}
          empty={words.noPages}
        >
          {(pages) => (
            <Stack component="ul" gap="xs">
              {pages.map((page, index) => (
                <PageLine key={index} page={page} expectedVersion={newest(page.cabinet).version} />
              ))}
            </Stack>
          )}
        </ListState>
      </Section>
      {answer && cabinet > 0 && (
        <>
          <LowerThirdForm key={cabinet} overlay={overlay} onChanged={applyOverlay} />
          <OverlayPins tournament={tournament.id} cabinet={cabinet} />
        </>
      )}
    </Page>
  )
}

type OpenPage = Answer<'/api/tournament/tournament/:id/overlay/'>['pages'][number]

function PageLine({ page, expectedVersion }: { page: OpenPage; expectedVersion: number }) {
  const cabinets = useTournamentCabinets()
  const name = cabinets.find(({ id }) => id === page.cabinet)?.displayName ?? `${page.cabinet}`
  const { isGood, words: state } = pageState(page, expectedVersion)
  return (
    <Group component="li" justify="space-between">
      <Text>{words.pageOf(overlayText.parts[page.part], name)}</Text>
      <Text component="strong" fw={700}>
        {!isGood && <Icon name="warning" />} {state}
      </Text>
    </Group>
  )
}

type LowerThirdProps = { overlay: OverlayState; onChanged: (overlay: OverlayState) => void }

function LowerThirdForm({ overlay, onChanged }: LowerThirdProps) {
  const { tournament: id, cabinet, words: server } = overlay
  const form = useSavedForm({ server })
  async function show(_: unknown, body: typeof server): Promise<typeof server | void> {
    const route = '/api/tournament/tournament/:id/overlay/:cabinet/:part/:press/'
    const params = { id, cabinet, part: 'lower-third', press: 'on' }
    const saved = await form.save(rest.post(route, params, body))
    if (!saved.ok) return
    onChanged(saved.answer)
    return saved.answer.words
  }
  return (
    <Section title={words.words}>
      <EditForm form={form} onSave={show} failed={words.pressFailed} button={words.wordsShow}>
        <TextInput label={words.wordsTitle} autoComplete="off" {...form.field('title')} />
        <TextInput label={words.wordsLine} autoComplete="off" {...form.field('line')} />
      </EditForm>
    </Section>
  )
}

type Props = {
  part: OverlayPart
  overlay: OverlayState
  /** the address of the part's page */
  path: string
  onChanged: (overlay: OverlayState) => void
}

/** One part: whether it is on air, what it follows, and the controls for both. */
function PartLine({ part, overlay, path, onChanged }: Props) {
  const { tournament: id, cabinet } = overlay
  const { isOn, match } = overlay.parts[part]
  const name = overlayText.parts[part]
  const follows = useLiveState(({ live }) => followText(live.rows, { part, cabinet, match }))
  const { isSaving, problem, save, dismiss } = useSaving()
  const route = '/api/tournament/tournament/:id/overlay/:cabinet/:part/:press/'
  const press = (action: OverlayPress) =>
    save(rest.post(route, { id, cabinet, part, press: action }, {}), onChanged)
  const isHeld = match !== null
  return (
    <Card withBorder component="li">
      <Group justify="space-between">
        <Stack gap={0}>
          <Text fw={700}>{name}</Text>
          <Text size="sm">{follows}</Text>
        </Stack>
        <Group gap="xs">
          <OpenPart name={name} path={path} />
          {matchParts.has(part) && (
            <Button
              variant="default"
              size="md"
              disabled={isSaving}
              aria-label={isHeld ? words.letGoOf(name) : words.holdOf(name)}
              onClick={() => void press(isHeld ? 'unpin' : 'pin')}
            >
              {isHeld ? words.letGo : words.hold}
            </Button>
          )}
          <Switch
            size="lg"
            label={words.onAir}
            aria-label={words.onAirOf(name)}
            checked={isOn}
            disabled={isSaving}
            onChange={() => void press(isOn ? 'off' : 'on')}
          />
        </Group>
      </Group>
      <ProblemNote problem={problem} title={words.pressFailed} onDismiss={dismiss} />
    </Card>
  )
}

/** A link to the part's page, whose address is entered in a streaming program. */
function OpenPart({ name, path }: { name: string; path: string }) {
  return (
    <Anchor
      href={path}
      target="_blank"
      rel="noreferrer"
      td="underline"
      aria-label={words.openOf(name)}
      p="sm"
    >
      {words.open}
    </Anchor>
  )
}

type PartContext = { part: OverlayPart; cabinet: number; match: number | null }

function followText(rows: Tables, { part, cabinet, match }: PartContext): string {
  const held = match === null ? undefined : rows.match[match]
  if (held) return words.held(matchTitle(rows, held))
  const { follows } = words
  if (part === 'numbers' || part === 'kills') return follows.game
  if (part === 'ticker') return follows.others
  if (part === 'bracket') return follows.stage
  if (part === 'lower-third') return follows.words
  if (part === 'result') return follows.last
  const followed = part === 'next' ? comingOn(rows, cabinet)[0] : activeMatchOn(rows, cabinet)
  if (followed) return follows.match(matchTitle(rows, followed))
  return part === 'next' ? follows.noNext : follows.noMatch
}

import { Anchor, Button, Card, Group, Stack, Switch, Text } from '@mantine/core'
import { matchParts } from '#events/view/overlay.ts'
import type { OverlayPart, OverlayPress, OverlayState } from '#events/view/overlay.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { activeMatchOn, comingOn, matchTitle } from '../../core/live/select.ts'
import type { Tables } from '../../core/live/rows.ts'
import { rest } from '../../core/rest.ts'
import { overlayText } from '../../core/text/display/overlay.ts'
import { useSaving } from '../../query/useSaving.ts'
import { ProblemNote } from '../../ui/ProblemNote.tsx'
import { stream as words } from '../../core/text/organize/venue.ts'

type Props = {
  part: OverlayPart
  overlay: OverlayState
  /** the address of the part's page */
  path: string
  onChanged: (overlay: OverlayState) => void
}

/** One part: whether it is on air, what it follows, and the controls for both. */
export function PartLine({ part, overlay, path, onChanged }: Props) {
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
export function OpenPart({ name, path }: { name: string; path: string }) {
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

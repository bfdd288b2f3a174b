import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import { useLiveState } from '#console/src/core/live/LiveTournament.tsx'
import { matchTitle } from '#console/src/core/live/select.ts'
import forms from '#console/src/ui/Form.module.css'
import { PressAgain } from '#console/src/ui/PressAgain.tsx'
import { EditForm } from '#console/src/ui/form/EditForm.tsx'
import { toast } from '#console/src/hooks/toast.ts'
import { useSavedForm } from '#console/src/query/useSavedForm.ts'
import { stages } from '#console/src/core/text/organize/stages.ts'
import { text } from '#console/src/core/text/text.ts'
import styles from '../Stages.module.css'
import { rest } from '#console/src/core/rest.ts'
import { Section } from '#console/src/ui/page/Section.tsx'

type Props = { stage: BracketRow; matches: MatchRow[] }

const words = stages.byHand
const empty = { blue: '', gold: '', round: '' }

/** Adds matches to a custom stage, between teams or winners and losers of other matches (R-CU-1). */
export function CustomMatch({ stage, matches }: Props) {
  const form = useSavedForm({ server: empty })
  const rows = useLiveState((shown) => shown.live.rows)
  async function add(_: unknown, match: typeof empty): Promise<void> {
    const body = {
      bracket: stage.id,
      roundName: match.round.trim(),
      ...sideFields('blue', match.blue),
      ...sideFields('gold', match.gold),
    }
    const saved = await form.save(rest.post('/api/tournament/match/', {}, body))
    if (!saved.ok) return
    form.reset({ ...match, blue: '', gold: '' })
    toast(words.added)
  }
  async function remove(id: number): Promise<void> {
    await form.save(rest.delete('/api/tournament/match/:id/', { id }), () => toast(words.removed))
  }
  return (
    <Section id={`by-hand-${stage.id}`} title={words.title}>
      <EditForm form={form} onSave={add} button={words.add} isRow>
        {(['blue', 'gold'] as const).map((colour) => (
          <NativeSelect key={colour} label={words[colour]} {...form.field(colour)}>
            <Sources matches={matches} />
          </NativeSelect>
        ))}
        <TextInput label={words.round} {...form.field('round')} />
      </EditForm>
      {matches.length > 0 && (
        <ul className={forms.rows} aria-label={words.list}>
          {matches.map((match) => (
            <li key={match.id}>
              <span className={styles.name}>{matchTitle(rows, match)}</span>
              <PressAgain
                size="sm"
                label={words.removeShort}
                again={words.removeAgain}
                name={text.match.short(match.matchNum)}
                onSure={() => void remove(match.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Sources({ matches }: { matches: MatchRow[] }) {
  const teams = useLiveState((shown) => shown.live.rows.team)
  return (
    <>
      <option value="">{words.open}</option>
      <optgroup label={words.teams}>
        {Object.values(teams).map(({ id, name }) => (
          <option key={id} value={`team:${id}`}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label={words.matches}>
        {matches.flatMap(({ id, matchNum }) => [
          <option key={`w${id}`} value={`winnerOf:${id}`}>
            {words.winner(text.match.short(matchNum))}
          </option>,
          <option key={`l${id}`} value={`loserOf:${id}`}>
            {words.loser(text.match.short(matchNum))}
          </option>,
        ])}
      </optgroup>
    </>
  )
}

/** The body fields of one side from `team:5`, `winnerOf:7` or `loserOf:7`. */
function sideFields(colour: 'blue' | 'gold', value: string): Record<string, unknown> {
  const [kind = '', id] = value.split(':')
  if (kind === '') return {}
  if (kind === 'team') return { [`${colour}Team`]: Number(id) }
  return { [`${colour}From`]: { [kind]: Number(id) } }
}

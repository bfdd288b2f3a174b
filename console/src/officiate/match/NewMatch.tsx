import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { isByHand } from '#events/rules/stage-types/stage-types.ts'
import { byName } from '../../core/by-name.ts'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { required } from '../../hooks/form/edited-fields.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { colours } from '#events/game/map/colour.ts'
import { byHand as words } from '../../core/text/officiate/dialogs.ts'
import { Sheet } from '../../ui/Dialog.tsx'
import styles from '../../ui/Sheet.module.css'
import { rest } from '../../core/rest.ts'
import { rowChoices } from '../../ui/form/choices.ts'

const none = ''
type Fields = { bracket: string; blueTeam: string; goldTeam: string; roundName: string }

/** Creates a match in a stage whose matches are made by hand (R-CU-1). */
export function NewMatch({ onClose }: { onClose: () => void }) {
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const teams = useLiveState((state) => state.live.rows.team)
  const stages = Object.values(brackets).filter(isByHand)
  const onlyStage = stages.length === 1 ? `${stages[0]?.id}` : none
  const form = useSavedForm<Fields>({
    server: { bracket: onlyStage, blueTeam: none, goldTeam: none, roundName: '' },
    check: (values) => ({ ...check(values), ...sameTeamError(values) }),
  })
  const options = Object.values(teams)
    .toSorted(byName)
    .map((team) => ({ value: `${team.id}`, label: team.name }))

  async function make(_: unknown, { bracket, blueTeam, goldTeam, roundName }: Fields) {
    const idOf = (team: string) => (team === none ? null : Number(team))
    const body = {
      bracket: Number(bracket),
      blueTeam: idOf(blueTeam),
      goldTeam: idOf(goldTeam),
      roundName: roundName.trim(),
    }
    await form.save(rest.post('/api/tournament/match/', {}, body), onClose)
  }

  return (
    <Sheet onClose={onClose} title={words.title} size="md" zIndex={400}>
      <div className={styles.form}>
        {stages.length === 0 && <p className="dim">{words.noStage}</p>}
        <EditForm form={form} onSave={make} failed={words.failed} button={words.make} isNarrow>
          <NativeSelect
            label={words.stage}
            required
            data-autofocus
            data={rowChoices('', stages)}
            {...form.field('bracket')}
          />
          {colours.map((colour) => (
            <NativeSelect
              key={colour}
              label={words.team(colour)}
              data={[{ value: none, label: words.unknown }, ...options]}
              {...form.field(`${colour}Team`)}
            />
          ))}
          <TextInput label={words.round} {...form.field('roundName')} />
        </EditForm>
      </div>
    </Sheet>
  )
}

const check = required<Fields>({ bracket: words.stageMissing })

function sameTeamError({ blueTeam, goldTeam }: Fields): Record<string, string> {
  return blueTeam !== none && blueTeam === goldTeam ? { goldTeam: words.twice } : {}
}

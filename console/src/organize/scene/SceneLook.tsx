import '@mantine/core/styles/Input.layer.css'
import { Anchor, SimpleGrid, Stack, Text, TextInput, Textarea } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import {
  minContrast,
  similarTeam,
  schemes,
  shade,
  brandingProperties,
} from '#events/branding/accents.ts'
import type { SceneBranding } from '#events/branding/accents.ts'
import { to } from '../../core/addresses.ts'
import { mayOrganize, useUser } from '../../core/session-user.ts'
import { rest } from '../../core/rest.ts'
import type { Row } from '../../core/rest.ts'
import type { EditedForm } from '../../hooks/form/useEditedForm.ts'
import { useList } from '../../query/useList.ts'
import { useSavedForm } from '../../query/useSavedForm.ts'
import { ListState } from '../../ui/ListState.tsx'
import { Waiting } from '../../ui/Layout.tsx'
import { EditForm } from '../../ui/form/EditForm.tsx'
import { NotAuthorized } from '../../ui/page/NotAuthorized.tsx'
import { HelpContext } from '../../ui/help/help-context.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { PictureField } from '../../ui/picture/PictureField.tsx'
import styles from './SceneLook.module.css'
import { look as words } from '../../core/text/organize/publishing.ts'
import type { CSSProperties } from 'react'
import page from '../../spectate/home/ScenePage.module.css'
import { SceneLogo } from '../../ui/SceneStyle.tsx'

type SceneRow = Row<'/api/game/scene/'>
/** An empty colour means that none is set. */
type Fields = { description: string; logo: string | null; accentColor: string; secondColor: string }
type ColourField = 'accentColor' | 'secondColor'

const isColour = (value: string) => /^#[\da-f]{6}$/i.test(value)
const colourFields: ColourField[] = ['accentColor', 'secondColor']

/** Edits the look of a scene, with a preview of unsaved changes. */
export function SceneLook() {
  const { sceneName: name } = useParams({ from: '/scene/$sceneName/look' })
  const list = useList(rest.get('/api/game/scene/', { name }))
  const user = useUser()
  if (user.state === 'loading') return <Waiting />
  return (
    <ListState list={list} empty={words.none}>
      {([scene]) =>
        scene && (mayOrganize(user, scene) ? <Look scene={scene} /> : <NotAuthorized />)
      }
    </ListState>
  )
}

function Look({ scene }: { scene: SceneRow }) {
  const title = words.title(scene.displayName)
  return (
    <Stack gap="lg">
      <HelpContext value="look">
        <PageTitle lead={words.lead}>{title}</PageTitle>
      </HelpContext>
      <LookForm scene={scene} />
    </Stack>
  )
}

function LookForm({ scene }: { scene: SceneRow }) {
  const form = useSavedForm({ server: fieldsOf(scene), check: problemsOf })
  const { logo, accentColor, secondColor } = form.values

  async function save({ description, logo, ...colours }: Partial<Fields>): Promise<Fields | void> {
    const colourBody = Object.entries(colours).map(([name, value]) => [name, value || null])
    const body = { description, logo, ...Object.fromEntries(colourBody) }
    const saved = await form.save(rest.patch('/api/game/scene/:id/', { id: scene.id }, body))
    return saved.ok ? fieldsOf(saved.answer) : undefined
  }

  return (
    <EditForm
      form={form}
      onSave={save}
      failed={words.failed}
      button={words.save}
      isLong
      end={<Anchor href={to.scene(scene)}>{words.page}</Anchor>}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack>
          <PictureField label={words.logo} hint={words.logoHint} {...form.field('logo')} />
          {colourFields.map((name) => (
            <ColourField key={name} form={form} name={name} />
          ))}
          <Textarea
            label={words.description}
            description={words.descriptionHint}
            rows={6}
            {...form.field('description')}
          />
        </Stack>
        <LookPreview
          name={scene.displayName}
          branding={{
            logo,
            accentColor: previewColour(accentColor),
            secondColor: previewColour(secondColor),
          }}
        />
      </SimpleGrid>
    </EditForm>
  )
}

function ColourField({ form, name }: { form: EditedForm<Fields>; name: ColourField }) {
  const value = form.values[name]
  return (
    <Stack gap="xs">
      <TextInput
        label={words[name]}
        description={words.colourHint}
        spellCheck={false}
        autoComplete="off"
        maw="20rem"
        rightSection={
          <input
            type="color"
            className={styles.well}
            aria-label={words.pick(words[name])}
            value={isColour(value) ? value : '#808080'}
            onChange={({ currentTarget }) => form.set({ [name]: currentTarget.value })}
          />
        }
        rightSectionWidth="4rem"
        {...form.field(name)}
        error={form.errors[name] ?? problemOf(value, true)}
      />
      {adjustmentNotes(value).map((line) => (
        <Text key={line} role="status">
          {line}
        </Text>
      ))}
    </Stack>
  )
}

function fieldsOf({ description, logo, accentColor, secondColor }: SceneRow): Fields {
  return { description, logo, accentColor: accentColor ?? '', secondColor: secondColor ?? '' }
}

/** With `isTyping` an incomplete colour is no problem. */
function problemOf(value: string, isTyping = false): string | undefined {
  if (value === '') return undefined
  if (!isColour(value)) return isTyping ? undefined : words.wrong
  const team = similarTeam(value)
  return team === null ? undefined : words.near[team]
}

function problemsOf(fields: Fields): Record<string, string> {
  const problems = colourFields.map((name) => [name, problemOf(fields[name])] as const)
  return Object.fromEntries(
    problems.flatMap(([name, problem]) => (problem ? [[name, problem]] : [])),
  )
}

/** The colour for the previews; null if it is invalid. */
function previewColour(value: string): string | null {
  return isColour(value) && similarTeam(value) === null ? value : null
}

function adjustmentNotes(value: string): string[] {
  const colour = previewColour(value)
  if (colour === null) return []
  return schemes.flatMap((scheme) => {
    const { asChosen, isMended, colour: drawn } = shade(colour, scheme)
    // Rounded down, so that an insufficient contrast is never displayed as sufficient.
    const contrast = Math.min(Math.floor(asChosen * 10) / 10, minContrast - 0.1).toFixed(1)
    return isMended ? [words.mended[scheme](contrast, drawn)] : []
  })
}

/** Previews the page of the scene in both themes. */
function LookPreview({ name, branding }: { name: string; branding: SceneBranding }) {
  return (
    <section aria-label={words.preview} className={styles.previews}>
      {schemes.map((scheme) => (
        <figure
          key={scheme}
          className={styles.preview}
          data-mantine-color-scheme={scheme}
          style={brandingProperties(branding, scheme) as CSSProperties}
        >
          <figcaption>{words.theme[scheme]}</figcaption>
          <div className={page.head}>
            <SceneLogo scene={branding} className={page.logo} />
            <strong>{name}</strong>
          </div>
          <div className={page.part}>
            <h2>{words.heading}</h2>
          </div>
          <p>{words.sample}</p>
          <p className={styles.winner}>{words.winner}</p>
          <span className="primary">{words.button}</span>
        </figure>
      ))}
    </section>
  )
}

import { Button, Group, Menu, NativeSelect, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { pickupRules } from '#events/rules/pickup.ts'
import type { PickupRule } from '#events/rules/pickup.ts'
import { rest } from '../../core/rest.ts'
import type { BodyOf } from '../../core/rest.ts'
import { pickup as words } from '../../core/text/play.ts'
import { useSaving } from '../../query/useSaving.ts'
import styles from '../../ui/pickup/PickupLine.module.css'
import PickupLine from '../../ui/pickup/PickupLine.tsx'
import type { PickupBody } from '../../ui/pickup/PickupLine.tsx'
import { PressAgain } from '../../ui/PressAgain.tsx'
import { ProblemNote } from '../../ui/ProblemNote.tsx'

const limits = [null, 1, 2, 3, 4, 5]
const defaultRule = { rule: 'winner_stays', maxWins: 3 } as const

type Props = {
  cabinet: number
  line: PickupBody | null
  mine: number | null
  reload: () => Promise<unknown>
}

/** For officials: opens the line, sets its rule, skips and removes people. */
export function PickupLineControls({ cabinet: id, line, mine, reload }: Props) {
  const { save, isSaving, problem, dismiss } = useSaving()
  // Kept here, because an entry that moves from one team to another is mounted anew.
  const [openMenu, setOpenMenu] = useState<number | null>(null)

  async function submit(write: Parameters<typeof save>[0]): Promise<void> {
    await save(write)
    await reload()
  }
  const set = (changes: Partial<BodyOf<'PUT /api/game/cabinet/:id/pickup/'>>) => {
    const { rule, maxWins } = line ?? defaultRule
    const body = { isOpen: true, rule, maxWins, ...changes }
    return submit(rest.put('/api/game/cabinet/:id/pickup/', { id }, body))
  }
  const changeEntry = (action: 'skip' | 'remove', entry: number) =>
    submit(rest.put(`/api/game/cabinet/:id/pickup/${action}/`, { id }, { entry }))

  if (!line) {
    return (
      <>
        <Group>
          <Button
            data-content
            size="md"
            variant="default"
            loading={isSaving}
            onClick={() => void set({})}
          >
            {words.open}
          </Button>
        </Group>
        <ProblemNote problem={problem} title={words.runFailed} onDismiss={dismiss} />
      </>
    )
  }
  return (
    <>
      <PickupLine
        line={line}
        mine={mine}
        renderName={({ id: entry, name }, shown) => (
          <Menu
            shadow="md"
            withInitialFocusPlaceholder={false}
            opened={openMenu === entry}
            onChange={(isOpen) => setOpenMenu(isOpen ? entry : null)}
          >
            <Menu.Target>
              <Button size="md" variant="transparent" className={styles.name} disabled={isSaving}>
                {shown}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{name}</Menu.Label>
              <Menu.Item onClick={() => void changeEntry('skip', entry)}>{words.skip}</Menu.Item>
              <Menu.Item onClick={() => void changeEntry('remove', entry)}>
                {words.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      />
      <ProblemNote problem={problem} title={words.runFailed} onDismiss={dismiss} />
      <Stack component="section" gap="sm" aria-label={words.run}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            label={words.rule}
            size="md"
            data={pickupRules.map((value) => ({ value, label: words.rules[value] }))}
            value={line.rule}
            onChange={({ currentTarget }) => void set({ rule: currentTarget.value as PickupRule })}
          />
          {line.rule === 'winner_stays' && (
            <NativeSelect
              label={words.limit}
              size="md"
              data={limits.map((wins) => ({ value: `${wins ?? ''}`, label: words.wins(wins) }))}
              value={`${line.maxWins ?? ''}`}
              onChange={({ currentTarget }) =>
                void set({ maxWins: Number(currentTarget.value) || null })
              }
            />
          )}
        </SimpleGrid>
        <Group>
          <Button component="a" size="md" variant="default" href={`/line/${id}`}>
            {words.toScreen}
          </Button>
          <PressAgain
            label={words.close}
            again={words.closeAgain}
            loading={isSaving}
            onSure={() => void set({ isOpen: false })}
          />
        </Group>
      </Stack>
    </>
  )
}

import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import type { RadioGroupProps } from '@mantine/core'
import form from '../../ui/Form.module.css'
import { settings as words } from '../../core/text/settings.ts'

/** Where the matches of a tournament come from. */
export function LinkTypeChoice(field: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group label={words.linkType} {...field}>
      {(['hivemind', 'challonge', 'manual'] as const).map((one) => (
        <Radio
          key={one}
          value={one}
          className={form.choice}
          label={words.linkTypes[one].name}
          description={words.linkTypes[one].hint}
        />
      ))}
    </Radio.Group>
  )
}

import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import type { RadioGroupProps } from '@mantine/core'
import form from '../../ui/Form.module.css'
import { settings as words } from '../../core/text/organize/settings.ts'

const linkTypes = Object.keys(words.linkTypes) as (keyof typeof words.linkTypes)[]

/** Chooses where the matches of a tournament come from. */
export function LinkTypeChoice(field: Omit<RadioGroupProps, 'children'>) {
  return (
    <Radio.Group label={words.linkType} {...field}>
      {linkTypes.map((linkType) => (
        <Radio
          key={linkType}
          value={linkType}
          className={form.choice}
          label={words.linkTypes[linkType].name}
          description={words.linkTypes[linkType].hint}
        />
      ))}
    </Radio.Group>
  )
}

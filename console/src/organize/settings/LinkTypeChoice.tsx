import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import form from '../../ui/Form.module.css'
import { settings as words } from '../../core/text/settings.ts'
import type { Settings } from './settings-form.ts'

type LinkType = Settings['linkType']
type Props = {
  value: LinkType
  error: string | undefined
  onChange: (linkType: LinkType) => void
}

/** Where the matches of a tournament come from. */
export function LinkTypeChoice({ value, error, onChange }: Props) {
  return (
    <Radio.Group label={words.linkType} value={value} error={error} onChange={onChange}>
      {(['hivemind', 'challonge', 'manual'] as const).map((one) => (
        <Radio
          key={one}
          value={one}
          size="md"
          className={form.choice}
          label={words.linkTypes[one].name}
          description={words.linkTypes[one].hint}
        />
      ))}
    </Radio.Group>
  )
}

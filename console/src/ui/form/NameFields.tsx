import { TextInput } from '@mantine/core'
import type { TextInputProps } from '@mantine/core'
import { shortNameOf } from '../../core/short-name.ts'
import type { Named } from '../../core/short-name.ts'

type Props = {
  form: { values: Named; field(name: keyof Named): TextInputProps }
  words: { displayName: string; name: string; nameHint: string }
}

/** The name that people see, and the one for addresses and clients, which follows it until typed. */
export function NameFields({ form, words }: Props) {
  return (
    <>
      <TextInput label={words.displayName} required {...form.field('displayName')} />
      <TextInput
        label={words.name}
        description={words.nameHint}
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name')}
        value={shortNameOf(form.values)}
      />
    </>
  )
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import type { PasswordInputProps, TextInputProps } from '@mantine/core'
import { account as words } from '../../core/text/account.ts'

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      label={words.email}
      type="email"
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  )
}

export function PasswordField({ isNew, ...props }: PasswordInputProps & { isNew?: boolean }) {
  return (
    <PasswordInput
      label={words.password}
      required
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': words.show, tabIndex: 0, size: 44 }}
      {...props}
    />
  )
}

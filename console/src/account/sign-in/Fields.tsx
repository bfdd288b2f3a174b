import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import { account as words } from '../../core/text/account.ts'

type Props = {
  value: string
  error?: string | undefined
  label?: string
  description?: string | undefined
  onType: (value: string) => void
}

export function EmailField({ onType, label = words.email, ...props }: Props) {
  return (
    <TextInput
      {...props}
      type="email"
      label={label}
      required
      size="md"
      maxLength={254}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

export function PasswordField({
  onType,
  isNew = false,
  label = words.password,
  ...props
}: Props & { isNew?: boolean }) {
  return (
    <PasswordInput
      {...props}
      label={label}
      required
      size="md"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': words.show, tabIndex: 0, size: 44 }}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  )
}

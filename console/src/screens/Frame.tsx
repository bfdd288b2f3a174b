import { ActionIcon, Anchor, Button, Group, Loader, Text, Title } from '@mantine/core'
import { useMantineColorScheme } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Icon } from '../parts/Icon.tsx'
import { text } from '../text.ts'
import { loadUser, signOut, useUser } from '../user/user.ts'
import styles from './Frame.module.css'

/** What stands around every screen. */
export function Frame() {
  useEffect(() => void loadUser(), [])
  return (
    <>
      <a href="#content" className="skip">
        {text.toContent}
      </a>
      <header className={styles.bar}>
        <Anchor renderRoot={(props) => <Link to="/" {...props} />} className={styles.name}>
          <Icon name="waggle" size={28} />
          {text.product}
        </Anchor>
        <div id="place" className={styles.place} />
        <SignedIn />
        <ThemeSwitch />
      </header>
      <main id="content" className={styles.content}>
        <Outlet />
      </main>
    </>
  )
}

function SignedIn() {
  const user = useUser()
  if (user.state === 'loading') return null
  if (user.state === 'out') return <Text className={styles.person}>{text.user.signedOut}</Text>
  return (
    <Group gap="xs" wrap="nowrap" className={styles.person}>
      <Text aria-label={text.user.signedInAs(user.person.name)} truncate>
        {user.person.name}
      </Text>
      <Button
        variant="subtle"
        size="compact-md"
        className={styles.out}
        onClick={() => void signOut()}
      >
        {text.user.signOut}
      </Button>
    </Group>
  )
}

function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const next = colorScheme === 'dark' ? 'light' : 'dark'
  const label = next === 'light' ? text.theme.bright : text.theme.dark
  return (
    <ActionIcon
      variant="default"
      size={44}
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon name={next === 'light' ? 'sun' : 'moon'} />
    </ActionIcon>
  )
}

export function Waiting() {
  return (
    <div className={styles.middle} role="status" aria-label={text.loading}>
      <Loader />
    </div>
  )
}

export function Lost() {
  return (
    <div className={styles.middle}>
      <Title order={1} size="h3">
        {text.notFound}
      </Title>
      <Anchor renderRoot={(props) => <Link to="/" {...props} />}>{text.toStart}</Anchor>
    </div>
  )
}

export function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <div className={styles.middle} role="alert">
      <Title order={1} size="h3">
        {text.failedToLoad}
      </Title>
      <Text>{error instanceof Error ? error.message : null}</Text>
      <Button size="lg" onClick={() => (reset(), location.reload())}>
        {text.retry}
      </Button>
    </div>
  )
}

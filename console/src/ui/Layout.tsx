import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { to } from '../core/addresses.ts'
import { reasonOf } from '../core/rest.ts'
import { locale } from '../core/text/locale.ts'
import { lazyPart } from '../hooks/lazy-part.ts'
import { text } from '../core/text/text.ts'
import { loadUser, signOut, useUser } from '../core/session-user.ts'
import type { PairedTablet } from '../core/session-user.ts'
import styles from './Layout.module.css'

/** The language and the theme. Until they are loaded, their places are as wide. */
const Preferences = lazyPart(
  () => import('./Preferences.tsx'),
  () => (
    <>
      <span className={styles.theme}>{locale.slice(0, 2)}</span>
      <span className={styles.theme} />
    </>
  ),
)

/**
 * The layout around every screen. Uses plain elements, because public pages do not load Mantine.
 */
export function Layout({ children, isBusy }: { children: ReactNode; isBusy?: boolean }) {
  useEffect(() => void loadUser(), [])
  return (
    <>
      <a href="#content" className="skip">
        {text.toContent}
      </a>
      <header className={styles.bar}>
        <a href={to.home()} className={styles.name} aria-label={text.product}>
          <span>{text.product}</span>
        </a>
        <div id="place" className={styles.place} />
        <SignedIn />
        <Preferences />
      </header>
      <main id="content" className={styles.content} tabIndex={-1} aria-busy={isBusy}>
        {children}
      </main>
    </>
  )
}

function SignedIn() {
  const user = useUser()
  if (user.state === 'loading') return null
  if (user.state === 'out') return <SignInLink />
  const { paired, name } = user.person
  if (paired) return <PairedTabletMenu {...paired} />
  return (
    <div className={styles.person}>
      <a href="/account" className={styles.own} aria-label={text.user.signedInAs(name)}>
        {name}
      </a>
      <button type="button" className={styles.out} onClick={() => void signOut()}>
        {text.user.signOut}
      </button>
    </div>
  )
}

/**
 * Has no sign-out button, because a stray touch would unpair the tablet: the account page has it.
 */
function PairedTabletMenu({ name, cabinetName }: PairedTablet) {
  const words = text.user.paired(name, cabinetName)
  return (
    <a href="/account" className={styles.own} title={words}>
      <span className={styles.tablet}>{words}</span>
    </a>
  )
}

/**
 * Returns to the present address after signing in. The address is read when the link is pressed.
 */
function SignInLink() {
  return (
    <a
      href="/sign-in"
      className={styles.own}
      onClick={({ currentTarget }) => (currentTarget.href = signInFrom(location))}
    >
      {text.user.signIn}
    </a>
  )
}

function signInFrom({ pathname, search, hash }: Location): string {
  if (pathname === '/' || /^\/sign-(in|up)/.test(pathname)) return `/sign-in${search}`
  // The number of a cabinet. Other fragments are secret codes, which no address may contain.
  const cabinet = /^#\d+$/.test(hash) ? hash : ''
  return `/sign-in?to=${encodeURIComponent(pathname + search + cabinet)}`
}

export function Waiting() {
  return (
    <div className={styles.middle} role="status" aria-label={text.loading}>
      <span className={styles.waiting} />
    </div>
  )
}

export function Lost() {
  return (
    <div className={styles.middle}>
      <title>{text.title(text.notFound)}</title>
      <h1>{text.notFound}</h1>
      <a href={to.home()} className="touch">
        {text.toStart}
      </a>
    </div>
  )
}

export function Failed({ error }: { error: unknown }) {
  return (
    <div className={styles.middle} role="alert">
      <title>{text.title(text.failedToLoad)}</title>
      <h1>{text.failedToLoad}</h1>
      <p>{reasonOf(error)}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        {text.retry}
      </button>
    </div>
  )
}

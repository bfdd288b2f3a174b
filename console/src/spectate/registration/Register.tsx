import { rest } from '../../core/rest.ts'
import { lazyPart } from '../../hooks/lazy-part.ts'
import { useReadOne } from '../page/useReadOne.ts'
import { registration as words } from '../../core/text/registration.ts'
import { useUser } from '../../core/session-user.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { Markdown } from '../page/LazyMarkdown.tsx'
import { useTournamentPage } from '../page/tournament-context.ts'
import { longDay } from '../page/times.ts'
import { useRead } from '../page/useRead.ts'
import { optionsOf } from './registration-body.ts'
import type { RegistrationBody } from './registration-body.ts'
import styles from './Register.module.css'
import { ReadFailure } from './ReadFailure.tsx'

// Loaded separately, so that the introduction is shown before the form is loaded.
const OwnRegistration = lazyPart(() => import('./OwnRegistration.tsx'), Waiting)

/** The page on which players register, pay and check in. */
export default function Register() {
  const { id } = useTournamentPage().tournament
  const { answer: tournament, error } = useReadOne(
    rest.get('/api/tournament/tournament/:id/', { id }),
  )
  const user = useUser()
  if (!tournament && error !== null) return <ReadFailure failure={error} />
  if (!tournament || user.state === 'loading') return <Waiting />
  return (
    <div className={styles.page}>
      <Introduction tournament={tournament} />
      {user.state === 'out' ? (
        <SignedOut tournament={tournament} />
      ) : (
        <OwnRegistration key={user.person.id} tournament={tournament} name={user.person.name} />
      )}
    </div>
  )
}

function Introduction({ tournament }: { tournament: RegistrationBody }) {
  const { registrationBanner, registrationMessage, registrationCloseDate } = tournament
  return (
    <>
      {registrationBanner && <img src={registrationBanner} alt="" className={styles.banner} />}
      <h2>{words.title}</h2>
      {tournament.allowRegistration && registrationCloseDate && (
        <p className="dim">{words.closes(longDay(registrationCloseDate))}</p>
      )}
      <Markdown source={registrationMessage} />
    </>
  )
}

/** Links to sign in or sign up, which lead back to this page. */
function SignedOut({ tournament }: { tournament: RegistrationBody }) {
  const back = new URLSearchParams({ to: `${location.pathname}${location.search}` }).toString()
  const options = useRead(optionsOf(tournament.id))
  return (
    <section className={styles.section}>
      <h3>{words.signedOutTitle}</h3>
      <p>{words.signedOut}</p>
      <p className={styles.row}>
        <a href={`/sign-in?${back}`} className={styles.main}>
          {words.signIn}
        </a>
        <a href={`/sign-up?${back}`} className={styles.button}>
          {words.signUp}
        </a>
      </p>
      {options && options.length > 0 && (
        <ul className="marked">
          {options.map(({ id, name, price }) => (
            <li key={id}>
              {name}: ${price}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { useState } from 'react'
import { rest, rowsPerPage } from '../core/rest.ts'
import type { Row, Scene } from '../core/rest.ts'
import { CopyText } from '../ui/CopyText.tsx'
import form from '../ui/Form.module.css'
import { ListState } from '../ui/ListState.tsx'
import { PressAgain } from '../ui/PressAgain.tsx'
import { ProblemNote } from '../ui/ProblemNote.tsx'
import { useList } from '../query/useList.ts'
import { RowLine } from '../ui/row/RowLine.tsx'
import { useSaving } from '../query/useSaving.ts'
import { account } from '../core/text/account.ts'
import { loadUser } from '../core/session-user.ts'
import styles from './sign-in/SignIn.module.css'
import { GiveRole } from './GiveRole.tsx'

type RoleHolder = Row<'/api/tournament/scene/:id/role/'>
type Offer = Row<'/api/tournament/scene/:id/invitation/'>
type Props = { scene: Scene; me: number | null }
const words = account.roles

/** Who officiates and organizes in a scene, for its admins. */
export function ScenePeople({ scene, me }: Props) {
  const of = { id: scene.id, rowsPerPage }
  const list = useList(rest.get('/api/tournament/scene/:id/role/', of))
  const offers = useList(rest.get('/api/tournament/scene/:id/invitation/', of))
  const changed = async () => {
    await Promise.all([list.reload(), offers.reload(), loadUser()])
  }
  return (
    <div className={styles.people} id={`people-${scene.id}`}>
      <h3>{words.people(scene.displayName)}</h3>
      <ListState list={list} empty={words.none}>
        {(rows) => (
          <ul className={form.rows} aria-label={words.caption(scene.displayName)}>
            {rows.map((held) => (
              <PersonRow
                key={held.person.id}
                scene={scene.id}
                held={held}
                isMe={held.person.id === me}
                onChanged={changed}
              />
            ))}
          </ul>
        )}
      </ListState>
      {offers.rows !== null && offers.rows.length > 0 && (
        <ul className={form.rows} aria-label={words.waiting}>
          {offers.rows.map((offer) => (
            <OfferRow key={offer.id} scene={scene.id} offer={offer} onChanged={changed} />
          ))}
        </ul>
      )}
      <GiveRole scene={scene.id} onGiven={changed} />
    </div>
  )
}

type RowProps = { scene: number; onChanged: () => Promise<void> }

function PersonRow({
  scene,
  held,
  isMe,
  onChanged,
}: RowProps & { held: RoleHolder; isMe: boolean }) {
  const { isSaving, problem, save, dismiss } = useSaving()
  const [link, setLink] = useState<string | null>(null)
  const { person, role } = held

  async function take(): Promise<void> {
    const saved = await save(
      rest.delete('/api/tournament/scene/:id/role/:person/', { id: scene, person: person.id }),
    )
    if (saved.ok) await onChanged()
  }
  async function reset(): Promise<void> {
    const saved = await save(rest.post('/api/user/reset/link/', {}, { person: person.id }))
    if (saved.ok) setLink(new URL(saved.answer.link, location.origin).href)
  }

  return (
    <li>
      <RowLine name={person.name} detail={words.name[role]}>
        {!isMe && (
          <PressAgain
            label={words.reset}
            again={words.resetFor(person.name)}
            name={person.name}
            size="md"
            disabled={isSaving}
            onSure={() => void reset()}
          />
        )}
        <PressAgain
          label={words.take}
          again={words.takeAgain}
          name={person.name}
          size="md"
          disabled={isSaving}
          onSure={() => void take()}
        />
      </RowLine>
      <ProblemNote problem={problem} onDismiss={dismiss} />
      {link !== null && (
        <CopyText
          label={words.resetFor(person.name)}
          description={words.resetHint}
          value={link}
          rows={3}
          button={words.copyLink}
        />
      )}
    </li>
  )
}

function OfferRow({ scene, offer, onChanged }: RowProps & { offer: Offer }) {
  const { isSaving, problem, save, dismiss } = useSaving()

  async function takeBack(): Promise<void> {
    const saved = await save(
      rest.delete('/api/tournament/scene/:id/invitation/:invitation/', {
        id: scene,
        invitation: offer.id,
      }),
    )
    if (saved.ok) await onChanged()
  }

  return (
    <li>
      <RowLine name={offer.email} detail={`${words.waiting} · ${words.name[offer.role]}`}>
        <PressAgain
          label={words.back}
          again={words.backAgain}
          name={offer.email}
          size="md"
          disabled={isSaving}
          onSure={() => void takeBack()}
        />
      </RowLine>
      <ProblemNote problem={problem} title={words.takeFailed} onDismiss={dismiss} />
    </li>
  )
}

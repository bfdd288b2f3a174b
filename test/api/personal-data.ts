import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '../../services/log/index.ts'
import { inject } from 'vitest'
import type { Hall } from '../support/two-scenes.ts'
import { ok } from '../support/two-scenes.ts'
import { openTournament, organise, photo, somebody } from './open-registration.ts'

/** What is known of a person and nobody else may learn: unmistakable wherever it turns up. */
export const canaries = {
  account: 'CANARY-ACCOUNT',
  mail: 'canary-mail@example.org',
  phone: '+49-555-CANARY',
  legal: 'CANARY-LEGAL-NAME',
  diet: 'CANARY-DIET',
  price: '7771234',
  dollars: '77712.34',
  // Of one who is not to be displayed, all of it.
  hiddenName: 'CANARY-HIDDEN',
  hiddenTidbit: 'CANARY-TIDBIT',
  hiddenScene: 'CANARY-HOME',
  hiddenMail: 'canary-hidden@example.org',
}
export type Canary = keyof typeof canaries

export function found(text: string): Canary[] {
  const plain = text.toLowerCase()
  return (Object.keys(canaries) as Canary[]).filter((name) =>
    plain.includes(canaries[name].toLowerCase()),
  )
}

/** Two who register with all there is to say: one for everybody to see, one for nobody. */
export async function withCanaries(hall: Hall) {
  const tournament = await openTournament(hall, { date: '2026-03-01' })
  const ask = async (fieldDescription: string): Promise<string> =>
    (
      await organise(hall, 'POST', 'player-info-field/', {
        tournament,
        fieldDescription,
        fieldType: 'text',
        isRequired: true,
      })
    ).fieldName
  const [phone, legal, diet] = [await ask('Phone?'), await ask('Legal name?'), await ask('Diet?')]
  const option = await organise(hall, 'POST', 'payment-option/', {
    tournament,
    name: 'Entry',
    price: '1',
    allowCustomPrice: true,
  })
  const shown = await somebody(hall, { name: canaries.account, email: 'canary-own@example.org' })
  const hidden = await somebody(hall)
  const answers = {
    [phone]: canaries.phone,
    [legal]: canaries.legal,
    answers: { [diet]: canaries.diet },
    options: [{ paymentOption: option.id, customPrice: canaries.dollars }],
  }
  const register = async () => {
    const form = {
      name: 'Dee',
      email: canaries.mail,
      newTeam: 'Bees',
      image: await photo(),
      ...answers,
    }
    const dee = (await ok(shown.mine('POST', tournament, form))).body
    const { team } = dee
    const other = {
      ...form,
      newTeam: undefined,
      team,
      doNotDisplay: true,
      name: canaries.hiddenName,
      tidbit: canaries.hiddenTidbit,
      scene: canaries.hiddenScene,
      email: canaries.hiddenMail,
    }
    const eve = (await ok(hidden.mine('POST', tournament, other))).body
    return { dee, eve, team: team as number }
  }
  return { tournament, shown, hidden, register, option: option.id as number }
}

/** Every message that is kept in the streams of a hall. */
export async function inStreams({ rig }: Hall): Promise<string> {
  const nats = await connect(natsAddress(inject('natsUrl')))
  try {
    const manager = await jetstreamManager(nats)
    const texts: string[] = []
    for await (const { config, state } of manager.streams.list()) {
      if (!config.name.includes(rig.streams)) continue
      for (let seq = Math.max(state.first_seq, 1); seq <= state.last_seq; seq++) {
        const message = await manager.streams.getMessage(config.name, { seq })
        if (!message) continue
        texts.push(JSON.stringify([...message.header]), `${message.subject} ${message.string()}`)
      }
    }
    return texts.join('\n')
  } finally {
    await nats.close()
  }
}

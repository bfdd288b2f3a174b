import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import { inject } from 'vitest'
import type { TwoScenes } from '../support/two-scenes.ts'
import { expectOk } from '../support/two-scenes.ts'
import { openTournament, organise, photo, newRegistrant } from './open-registration.ts'

/** Unique values for the private data of a person, easy to find wherever they appear. */
export const canaries = {
  account: 'CANARY-ACCOUNT',
  mail: 'canary-mail@example.org',
  phone: '+49-555-CANARY',
  legal: 'CANARY-LEGAL-NAME',
  diet: 'CANARY-DIET',
  price: '7771234',
  dollars: '77712.34',
  // All data of a person who must not be displayed.
  hiddenName: 'CANARY-HIDDEN',
  hiddenTidbit: 'CANARY-TIDBIT',
  hiddenScene: 'CANARY-HOME',
  hiddenMail: 'canary-hidden@example.org',
}
export type Canary = keyof typeof canaries

export function canariesIn(text: string): Canary[] {
  const plain = text.toLowerCase()
  return (Object.keys(canaries) as Canary[]).filter((name) =>
    plain.includes(canaries[name].toLowerCase()),
  )
}

/** Two people who fill in every field of the registration: one is displayed, one is hidden. */
export async function newCanarySetup(fixture: TwoScenes) {
  const tournament = await openTournament(fixture, { date: '2026-03-01' })
  const ask = async (fieldDescription: string): Promise<string> =>
    (
      await organise(fixture, 'POST', 'player-info-field/', {
        tournament,
        fieldDescription,
        fieldType: 'text',
        isRequired: true,
      })
    ).fieldName
  const [phone, legal, diet] = [await ask('Phone?'), await ask('Legal name?'), await ask('Diet?')]
  const option = await organise(fixture, 'POST', 'payment-option/', {
    tournament,
    name: 'Entry',
    price: '1',
    allowCustomPrice: true,
  })
  const shown = await newRegistrant(fixture, {
    name: canaries.account,
    email: 'canary-own@example.org',
  })
  const hidden = await newRegistrant(fixture)
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
    const dee = (await expectOk(shown.registration('POST', tournament, form))).body
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
    const eve = (await expectOk(hidden.registration('POST', tournament, other))).body
    return { dee, eve, team: team as number }
  }
  return { tournament, shown, hidden, register, option: option.id as number }
}

/** All stored messages of the app’s streams. */
export async function streamContents({ app }: TwoScenes): Promise<string> {
  const nats = await connect(natsAddress(inject('natsUrl')))
  try {
    const manager = await jetstreamManager(nats)
    const texts: string[] = []
    for await (const { config, state } of manager.streams.list()) {
      if (!config.name.includes(app.streams)) continue
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

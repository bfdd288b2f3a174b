import { changesIn } from '../../hooks/form/edited-fields.ts'
import { centsIn } from '#events/text/cents.ts'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Answer, Player } from '../../spectate/registration/registration-body.ts'

export type PlayerFields = {
  name: string
  pronouns: string
  scene: string
  tidbit: string
  email: string
  /** dollars, as typed */
  price: string
  image: string | null
  doNotDisplay: boolean
  team: number | null
  answers: Record<string, Answer>
}

export function fieldsOf(player: Player | null, team: number | null): PlayerFields {
  return {
    name: player?.name ?? '',
    pronouns: player?.pronouns ?? '',
    scene: player?.scene ?? '',
    tidbit: player?.tidbit ?? '',
    email: player?.email ?? '',
    price: player?.price ? (player.price / 100).toFixed(2) : '',
    image: player?.image ?? null,
    doNotDisplay: player?.doNotDisplay ?? false,
    team,
    answers: player?.answers ?? {},
  }
}

export function problemsIn({ name, price }: PlayerFields): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: words.nameMissing }),
    ...(price.trim() !== '' && centsIn(price) === null && { price: words.priceWrong }),
  }
}

/** Only the changed fields, so that concurrent changes of other organisers stay. */
export function bodyOf(fields: PlayerFields, before: PlayerFields): Record<string, unknown> {
  const { answers, ...body } = changesIn(requestFields(fields), requestFields(before))
  return {
    ...body,
    ...(answers && { answers: changesIn(answers, before.answers) }),
  }
}

function requestFields({ price, email, name, ...rest }: PlayerFields) {
  return {
    ...rest,
    name: name.trim(),
    email: email.trim() || null,
    price: centsIn(price.trim() || '0') ?? 0,
  }
}

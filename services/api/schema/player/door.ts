import { z } from 'zod'
import { toOne, byId } from '../http/common.ts'
import { Fields } from './player.ts'

const Code = z.string().min(1).max(60)
const DoorCode = z.object({ code: z.string().nullable() })
/** How well somebody plays, by their own account: 1 new, 2 plays now and then, 3 plays a lot. */
const Level = z.int().min(1).max(3)
const Skill = z.object({ level: Level, isQueen: z.boolean() })
const Door = DoorCode.extend({
  /** people without a team; the level is null if unknown */
  people: z.array(
    z.object({
      player: z.int(),
      name: z.string(),
      level: Level.nullable(),
      isQueen: z.boolean(),
    }),
  ),
})

export const doorApi = {
  'GET /api/tournament/tournament/:id/door/': byId(Door),
  'PUT /api/tournament/tournament/:id/door/': toOne(z.object({ isOpen: z.boolean() }), DoorCode),
  /** removes those who came in during the last minutes, without an account and a team */
  'POST /api/tournament/tournament/:id/door/remove-recent/': toOne(
    z.object({ minutes: z.int().min(1).max(720) }),
    z.object({ removed: z.int() }),
  ),
  'GET /api/tournament/door/:code/': {
    params: z.object({ code: Code }),
    response: {
      200: z.object({ tournament: z.object({ id: z.int(), name: z.string() }), here: z.int() }),
    },
  },
  'POST /api/tournament/door/': {
    body: Skill.extend({ code: Code, name: Fields.shape.name }),
    response: { 200: z.object({ player: z.int() }) },
  },
}

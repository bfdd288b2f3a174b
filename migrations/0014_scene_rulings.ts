import { statements } from './statements.ts'

/** A scene's requirements for rulings, the default of its tournaments (R-DI-2, R-DI-4). */
export const up = statements(`
alter table kept.scene
  add column protest_deadline text not null default 'next_match'
    check (protest_deadline in ('next_match', 'none')),
  add column ruling_signers text not null default 'one'
    check (ruling_signers in ('one', 'two', 'two_for_places'))
`)

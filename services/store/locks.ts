/** Numbers of Postgres' advisory locks: who waits for one waits for nothing else. */
export const locks = { migrations: 7791, view: 7792, alone: 7793, owner: 7794 } as const

/** The database that test files copy; Postgres requires that it has no connections. */
export const templateDatabase = 'waggle_template'

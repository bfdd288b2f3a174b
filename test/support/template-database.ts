/** The database that test files copy; nobody may be connected to it. */
export const templateDatabase = 'waggle_template'

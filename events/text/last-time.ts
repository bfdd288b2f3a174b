/** Later times are not written as `2026-01-02T20:00:00.000Z`, with four digits for the year. */
export const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

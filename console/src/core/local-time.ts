/** 2 Jan 2026, 18:00 */
export const shownAt = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

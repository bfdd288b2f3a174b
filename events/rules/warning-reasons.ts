/** From a list: what is written of a person stays out of the log (P19). */
export const warningReasons = ['late', 'conduct', 'equipment', 'rules'] as const
export type WarningReason = (typeof warningReasons)[number]

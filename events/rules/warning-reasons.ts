/** A fixed list, because free text about a person must not be in the log (P19). */
export const warningReasons = ['late', 'conduct', 'equipment', 'rules'] as const
export type WarningReason = (typeof warningReasons)[number]

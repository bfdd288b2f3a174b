export type StageTypeRecord = {
  /** for the middle of a sentence, without an article */
  name: string
  /** how pairings are made: every pair of teams, by results of other matches, or by an official */
  pairing: 'everybody' | 'results' | 'person'
  /** how teams are ranked: by a table of results or by the places of the bracket (R-BR-8) */
  ranking: 'table' | 'places'
  /** whether a match from which no team advances may end level (R-GM-4) */
  drawAllowed: boolean
  /** settings that only some types have */
  settings: readonly TypeSetting[]
  /** how screens draw its matches */
  drawing: 'cross_table' | 'bracket' | 'ladder'
}
export type TypeSetting = 'numGroups' | 'matchesPerOpponent' | 'thirdPlaceMatch' | 'grandFinal'

/** The properties of each type. The layouts are in layouts.ts, which public pages do not load. */
export const stageTypes = {
  round_robin: {
    name: 'round robin',
    pairing: 'everybody',
    ranking: 'table',
    drawAllowed: true,
    settings: ['numGroups', 'matchesPerOpponent'],
    drawing: 'cross_table',
  },
  single_elim: {
    name: 'single elimination',
    pairing: 'results',
    ranking: 'places',
    drawAllowed: false,
    settings: ['thirdPlaceMatch'],
    drawing: 'bracket',
  },
  double_elim: {
    name: 'double elimination',
    pairing: 'results',
    ranking: 'places',
    drawAllowed: false,
    settings: ['grandFinal'],
    drawing: 'bracket',
  },
  ladder: {
    name: 'ladder',
    pairing: 'results',
    ranking: 'places',
    drawAllowed: false,
    settings: [],
    drawing: 'ladder',
  },
  custom: {
    name: 'custom',
    pairing: 'person',
    ranking: 'table',
    drawAllowed: true,
    settings: [],
    drawing: 'bracket',
  },
} as const satisfies Record<string, StageTypeRecord>

export type StageType = keyof typeof stageTypes
export const stageTypeNames = Object.keys(stageTypes) as StageType[]

/** Anything with a stage type. A stage without a type is treated as a custom stage. */
export type WithStageType = { stageType: StageType | null }

export function typeOf({ stageType }: WithStageType): StageTypeRecord {
  return stageTypes[stageType ?? 'custom']
}

/** Whether the bracket gives the final places rather than the table. */
export function isElimination(stage: WithStageType): boolean {
  return typeOf(stage).ranking === 'places'
}

/** Whether officials create the matches by hand, so that none are generated (R-CU-1). */
export function isByHand(stage: WithStageType): boolean {
  return typeOf(stage).pairing === 'person'
}

export function hasSetting(stage: WithStageType, setting: TypeSetting): boolean {
  return typeOf(stage).settings.includes(setting)
}

/** The types that match a condition, such as `a round robin or a ladder`. */
export function typesThat(matches: (type: StageTypeRecord) => boolean): string {
  const types = stageTypeNames.map((stageType) => typeOf({ stageType })).filter(matches)
  return types.map(({ name }) => `a ${name}`).join(' or ')
}

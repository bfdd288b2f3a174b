export type StageTypeRecord = {
  /** in the middle of a sentence, without an article */
  name: string
  /** who meets whom: everybody everybody, whoever results send there, or whom a person names */
  pairing: 'everybody' | 'results' | 'person'
  /** what ranks its teams: a table of their results, or the places of its bracket (R-BR-8) */
  ranking: 'table' | 'places'
  /** whether a match that leads nowhere may end level (R-GM-4) */
  drawAllowed: boolean
  /** the settings that not every type has */
  settings: readonly TypeSetting[]
  /** what screens draw of its matches */
  drawing: 'cross_table' | 'bracket' | 'ladder'
}
export type TypeSetting = 'numGroups' | 'matchesPerOpponent' | 'thirdPlaceMatch' | 'grandFinal'

/** What there is to say of each type. Its matches are in layouts.ts, which public pages do not load. */
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

/** A stage, as far as its type goes; one without a type is played like one made by hand. */
export type Typed = { stageType: StageType | null }

export function typeOf({ stageType }: Typed): StageTypeRecord {
  return stageTypes[stageType ?? 'custom']
}

/** Whether the bracket gives the final places; else the table does. */
export function isElimination(stage: Typed): boolean {
  return typeOf(stage).ranking === 'places'
}

/** A stage whose matches are made by hand has none to generate (R-CU-1). */
export function isByHand(stage: Typed): boolean {
  return typeOf(stage).pairing === 'person'
}

export function hasSetting(stage: Typed, setting: TypeSetting): boolean {
  return typeOf(stage).settings.includes(setting)
}

/** `a round robin`, or several with `or`: the types of which something is true. */
export function typesThat(is: (type: StageTypeRecord) => boolean): string {
  const found = stageTypeNames.map((stageType) => typeOf({ stageType })).filter(is)
  return found.map(({ name }) => `a ${name}`).join(' or ')
}

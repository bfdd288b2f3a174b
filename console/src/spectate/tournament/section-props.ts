/** `rest`: the part of the address after the section, such as the stage of a bracket or table. */
export type SectionProps = { rest: string | null }

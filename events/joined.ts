/** An object that has the fields of all members of a union. */
export type Joined<T> = (T extends unknown ? (part: T) => void : never) extends (
  all: infer All,
) => void
  ? { [Field in keyof All]: All[Field] }
  : never

/** Parts in one object. The parts have no field in common. */
export function joined<T extends object>(parts: readonly T[]): Joined<T> {
  return Object.assign({}, ...parts) as Joined<T>
}

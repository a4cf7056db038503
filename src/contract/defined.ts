/** An optional field, where undefined stands for an absent one. */
type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>
} & { [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key] }

/** The fields without those that are undefined: exact optional types do not accept undefined for an absent field. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>
}

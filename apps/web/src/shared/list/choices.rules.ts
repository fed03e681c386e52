/** Active filters, by name. */
export type Chosen<Name extends string> = Readonly<Partial<Record<Name, string>>>

/** The filters after setting one; null removes it. */
export function withChoice<Name extends string>(
  chosen: Chosen<Name>,
  name: Name,
  value: string | null,
): Chosen<Name> {
  const others = Object.fromEntries(Object.entries(chosen).filter(([one]) => one !== name)) as Chosen<Name>
  return value === null ? others : { ...others, [name]: value }
}

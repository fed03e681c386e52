/** Limits of a new password, counted in characters as people see them; the server judges the rest. */
export const shortest = 8
export const longest = 128

/** Reasons the server gives for refusing a new password; each has a sentence `account:weak.<reason>`. */
export const weaknesses = ['short', 'long', 'common', 'repeated', 'sequence', 'name', 'same'] as const
export type Weakness = (typeof weaknesses)[number]

/** Weakness of a new password found before it is sent; null: none. */
export function weaknessOf(next: string, current: string, username: string): Weakness | null {
  const length = Array.from(next).length
  if (length < shortest) return 'short'
  if (length > longest) return 'long'
  if (next === current) return 'same'
  const name = username.toLowerCase()
  return name.length >= 3 && next.toLowerCase().includes(name) ? 'name' : null
}

export const isWeakness = (word: unknown): word is Weakness =>
  (weaknesses as readonly unknown[]).includes(word)

import { username } from '@cloud-factory/contract/identity/access'

/**
 * A sign-in name in the form in which it is compared: NFKC, lower case, trimmed.
 * `null` when no person can have such a name.
 */
export function usernameKey(name: string): string | null {
  const parsed = username.safeParse(name.normalize('NFKC'))
  return parsed.success ? parsed.data.toLowerCase() : null
}

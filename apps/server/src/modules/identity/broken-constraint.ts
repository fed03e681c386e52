import { violationOf } from '../../platform/db/violation.ts'
import { fail } from '../../platform/http/domain-error.ts'

interface PersonWords {
  readonly username?: string
  readonly wecomId?: string | null | undefined
  readonly code?: string
}

/**
 * Translates the constraint that a write violated into an error code. Throws other errors again. `words`: the texts to be
 * written.
 */
export function rejectBroken(error: unknown, words: PersonWords = {}): never {
  const duplicate = (field: keyof PersonWords): never =>
    fail('duplicate', { params: { field, value: words[field] ?? '' } })
  const constraint = violationOf(error)?.constraint
  if (constraint === 'users_username_unique') duplicate('username')
  if (constraint === 'users_wecom_unique') duplicate('wecomId')
  if (constraint === 'roles_code_unique') duplicate('code')
  if (constraint === 'last_admin') fail('last_admin')
  if (constraint === 'user_roles_role') fail('in_use')
  throw error
}

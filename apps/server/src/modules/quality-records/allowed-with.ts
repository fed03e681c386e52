import type { Permission } from '@cloud-factory/domain/identity/permissions'
import type { Actor } from '../../platform/auth/actor.ts'

export type Allowed = true | string

/** What the rules allow, if the person may do it at all. */
export function allowedWith<Word extends string>(
  actor: Actor,
  permission: Permission,
  can: Readonly<Record<Word, Allowed>>,
): Record<Word, Allowed> {
  if (actor.tags.includes(permission)) return { ...can }
  const words = Object.keys(can) as Word[]
  return Object.fromEntries(words.map((word) => [word, 'permission.denied'])) as Record<Word, Allowed>
}

import { satisfies } from '@cloud-factory/domain/identity/permissions'
import { type RecordKind, recordKindNames, recordKinds } from '@cloud-factory/domain/inbox/record-kinds'

export const canSee = (tags: readonly string[], kind: RecordKind): boolean =>
  satisfies(tags, { permission: recordKinds[kind].see })

/** Kinds of records that a person may read, and so the kinds that their messages may be about. */
export const visibleKinds = (tags: readonly string[]): RecordKind[] =>
  recordKindNames.filter((kind) => canSee(tags, kind))

/** A comment is changed and deleted by its author alone. */
export const canChange = (userId: string, authorId: number): true | 'permission.denied' =>
  userId === String(authorId) || 'permission.denied'

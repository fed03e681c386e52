import { satisfies } from '@cloud-factory/domain/identity/permissions'
import {
  type MessageRecord,
  messageRecordNames,
  messageRecords,
} from '@cloud-factory/domain/inbox/record-kinds'

export const canSee = (tags: readonly string[], kind: MessageRecord): boolean =>
  satisfies(tags, { permission: messageRecords[kind].see })

/** Kinds of records that a person may read, and so the kinds that their messages may be about. */
export const visibleKinds = (tags: readonly string[]): MessageRecord[] =>
  messageRecordNames.filter((kind) => canSee(tags, kind))

/** A comment is changed and deleted by its author alone. */
export const canChange = (userId: string, authorId: number): true | 'permission.denied' =>
  userId === String(authorId) || 'permission.denied'

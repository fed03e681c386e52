import type { EventName } from '@cloud-factory/domain/live/change-areas'
import type { Actor } from '../auth/actor.ts'
import type { Write } from '../db/handles.ts'
import { recordEvent } from '../outbox/record.ts'
import { recordAudit } from './record.ts'

/** An action on a record with a name of its own, for the audit log and as an event. */
interface Action {
  readonly action: string
  readonly subjectKind: string
  readonly event: EventName
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes audit row and event in the command's own transaction; call it last. */
export async function recordAction(write: Write, actor: Actor, action: Action): Promise<void> {
  const { event, id, name, ...entry } = action
  await recordAudit(write, actor, { ...entry, subjectId: id, subjectName: name })
  await recordEvent(write, actor, { name: event, subjectId: id })
}

import type { Actor } from '../auth/actor.ts'
import type { Write } from '../db/handles.ts'
import { recordEvent } from '../outbox/record.ts'
import { recordAudit } from './record.ts'

/** What was done to a record that has a name of its own: for the log, and as a fact for whoever listens. */
interface Action {
  readonly action: string
  readonly subjectKind: string
  readonly event: string
  readonly id: string
  readonly name: string
  readonly before?: unknown
  readonly after?: unknown
  /** More than the name that listeners want to know. */
  readonly payload?: Readonly<Record<string, unknown>>
}

/** Writes both in the command's own transaction; call it last. */
export async function recordAction(write: Write, actor: Actor, action: Action): Promise<void> {
  const { event, id, name, payload = {}, ...entry } = action
  await recordAudit(write, actor, { ...entry, subjectId: id, subjectName: name })
  await recordEvent(write, actor.plantId, { name: event, subjectId: id, payload: { name, ...payload } })
}

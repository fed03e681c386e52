import type { Actor } from '../auth/actor.ts'
import { advisoryLock } from '../db/advisory-lock.ts'
import type { Write } from '../db/handles.ts'
import { type AuditFacts, chainStart, hashOf } from './chain.ts'

/** What a command did. `before` and `after` are the changed fields as JSON; absent when there are none. */
export interface AuditEntry {
  /** `orders.release`: area, dot, command. */
  readonly action: string
  readonly subjectKind: string
  readonly subjectId: string
  /** The subject's name as people know it; empty when it has none. */
  readonly subjectName: string
  readonly before?: unknown
  readonly after?: unknown
}

/**
 * Writes an audit row in the command's own transaction. From here until it ends, the transaction holds the lock on
 * the plant's log, so that no two rows follow the same row.
 */
export async function recordAudit(write: Write, actor: Actor, entry: AuditEntry): Promise<void> {
  await advisoryLock(write, 'record', actor.plantId)
  const last = await write
    .selectFrom('audit_log')
    .select('hash')
    .where('plant_id', '=', actor.plantId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const facts = factsOf(actor, entry)
  const prevHash = last?.hash ?? chainStart
  await write
    .insertInto('audit_log')
    .values({
      plant_id: actor.plantId,
      at: facts.at,
      actor_id: facts.actorId,
      actor_name: facts.actorName,
      address: facts.address,
      request_id: facts.requestId,
      action: facts.action,
      subject_kind: facts.subjectKind,
      subject_id: facts.subjectId,
      subject_name: facts.subjectName,
      before: jsonOf(facts.before),
      after: jsonOf(facts.after),
      prev_hash: prevHash,
      hash: hashOf(prevHash, actor.plantId, facts),
    })
    .execute()
}

function factsOf(actor: Actor, entry: AuditEntry): AuditFacts {
  return {
    at: new Date(),
    actorId: actor.userId === '' ? null : Number(actor.userId),
    // The person's name, as lists show it. The id distinguishes two people with the same name.
    actorName: actor.cnName === '' ? actor.username : actor.cnName,
    address: actor.address,
    requestId: actor.requestId,
    action: entry.action,
    subjectKind: entry.subjectKind,
    subjectId: entry.subjectId,
    subjectName: entry.subjectName,
    before: stored(entry.before),
    after: stored(entry.after),
  }
}

/** The value as it will be read back: dates become text, and what JSON cannot represent is dropped. */
function stored(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown)
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

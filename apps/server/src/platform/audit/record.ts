import type { Actor } from '../auth/actor.ts'
import type { Write } from '../db/handles.ts'
import { recordLast } from '../db/last-statement.ts'
import { type AuditFacts, wordsOf } from './chain.ts'

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
 * Records an audit row with the commit of the command's own transaction. From then until it ends, the transaction holds the lock on the plant's log, so
 * that no two rows follow the same row.
 */
export async function recordAudit(write: Write, actor: Actor, entry: AuditEntry): Promise<void> {
  const facts = factsOf(actor, entry)
  recordLast(write, { plantId: actor.plantId, ...facts, words: wordsOf(actor.plantId, facts) })
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

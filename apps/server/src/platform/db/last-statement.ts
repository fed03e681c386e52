import { CompiledQuery, type DatabaseConnection, PostgresDialect, PostgresDriver } from 'kysely'
import type { PostgresDialectConfig } from 'kysely'
import type { Write } from './handles.ts'

/** What a command records, in the form that `record_changes` of the database takes: an audit row or an event. */
export type RecordedLine = { readonly plantId: number } & Readonly<Record<string, unknown>>

const ofTransaction = new WeakMap<Write, RecordedLine[]>()
const ofConnection = new WeakMap<DatabaseConnection, RecordedLine[]>()

/** Begins an empty record for a transaction. */
export async function beginRecord(write: Write): Promise<void> {
  const lines: RecordedLine[] = []
  ofTransaction.set(write, lines)
  await write.getExecutor().provideConnection(async (connection) => {
    ofConnection.set(connection, lines)
  })
}

/** Adds a line to what the transaction records with its commit. It is not visible before, not even to the transaction. */
export function recordLast(write: Write, line: RecordedLine): void {
  const lines = ofTransaction.get(write)
  if (lines === undefined) throw new TypeError('recordLast needs a handle that tx gave')
  lines.push(line)
}

/**
 * Sends what a transaction recorded and its commit together, without waiting in between: the lock of the plant that the record takes is held for the
 * time of the commit only, not while this process is busy with other requests.
 */
class RecordingDriver extends PostgresDriver {
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const lines = ofConnection.get(connection) ?? []
    ofConnection.delete(connection)
    if (lines.length === 0) return super.commitTransaction(connection)
    // Not prepared by name: a statement that lost its plan is sent again, which after the commit would be outside of the transaction.
    const record = CompiledQuery.raw('select record_changes($1::jsonb)', [JSON.stringify(lines)])
    const [recorded, committed] = await Promise.allSettled([
      connection.executeQuery(record),
      super.commitTransaction(connection),
    ])
    // After the first error PostgreSQL answers the commit with a rollback; the error is the reason.
    for (const done of [recorded, committed]) if (done.status === 'rejected') throw done.reason
  }
}

/** PostgreSQL, with transactions that record last. */
export class RecordingDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig

  constructor(config: PostgresDialectConfig) {
    super(config)
    this.#config = config
  }

  override createDriver(): PostgresDriver {
    return new RecordingDriver(this.#config)
  }
}

import { AsyncLocalStorage } from 'node:async_hooks'
import { type RawBuilder, type Transaction, Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Tables } from './schema.ts'

declare const writeBrand: unique symbol

/** Select statements only. Use it outside of transactions; inside one it fails with `QueryOutsideTransaction`. */
export type Reads = ReadonlyKysely<Tables>

/** A running transaction, for reads and writes. Only `tx` creates one. */
export type Write = Transaction<Tables> & { readonly [writeBrand]: true }

/**
 * Runs the work in one transaction and commits when its promise resolves; rolls back when it rejects.
 * Work that loses a conflict with another transaction (SQLSTATE 40001, 40P01) runs again, at most three times in all,
 * so it must have no effects outside of the database. Fails with `QueryOutsideTransaction` inside another
 * transaction.
 */
export type Tx = <T>(work: (write: Write) => Promise<T>) => Promise<T>

export interface Database {
  readonly reads: Reads
  readonly tx: Tx
  readonly engine: 'pglite' | 'postgres'
  /**
   * Damage at the end of the write-ahead log, found when it was opened; null: none, or the database is PostgreSQL.
   */
  readonly logDamage: () => string | null
  /** Resolves when the database answers a query; rejects with the driver's error. */
  readonly ping: () => Promise<void>
  /** Waits for running work, then releases connections, thread and directory lock. Call it once. */
  readonly close: () => Promise<void>
}

/** A query used the outer handle while a transaction runs; on a single connection it would wait for ever. */
export class QueryOutsideTransaction extends Error {
  override readonly name = 'QueryOutsideTransaction'
}

/** The same transaction as `Reads`, for query functions. */
export function asReads(write: Write): Reads {
  return write as unknown as Reads
}

/**
 * Rows of a handwritten select on `Reads`, where Kysely does not offer raw SQL.
 * The statement must not change anything; its values are bound, never concatenated.
 */
export async function readRows<T>(reads: Reads, query: RawBuilder<T>): Promise<T[]> {
  if (!(reads instanceof Kysely)) throw new TypeError('readRows needs a handle of openDatabase')
  return (await query.execute(reads)).rows
}

/** Exists as long as one transaction. Timers that outlive it see `open: false` and may query again. */
interface Scope {
  open: boolean
}

/** Knows whether the running code was called inside a transaction of one database. */
export class TransactionGuard {
  readonly #scopes = new AsyncLocalStorage<Scope>()

  /** Throws when called inside a transaction. `what` begins the message. */
  rejectInside(what: string): void {
    if (this.#scopes.getStore()?.open === true) {
      throw new QueryOutsideTransaction(`${what} inside a transaction: use the write handle that tx gave`)
    }
  }

  /** Runs the work inside a transaction scope. */
  async inside<T>(work: () => Promise<T>): Promise<T> {
    const scope: Scope = { open: true }
    try {
      return await this.#scopes.run(scope, work)
    } finally {
      scope.open = false
    }
  }
}

/** The part of a logger that the database platform needs; pino fits. */
export interface DatabaseLog {
  info(details: object, sentence: string): void
  warn(details: object, sentence: string): void
  error(details: object, sentence: string): void
}

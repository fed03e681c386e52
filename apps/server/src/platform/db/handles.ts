import type { RawBuilder, Transaction } from 'kysely'
import { Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Tables } from './schema.ts'

declare const writeBrand: unique symbol

/** Selects only. Outside of a transaction; inside one it fails with `QueryOutsideTransaction`. */
export type Reads = ReadonlyKysely<Tables>

/** A running transaction: reads and writes. Only `tx` gives one. */
export type Write = Transaction<Tables> & { readonly [writeBrand]: true }

/**
 * Runs the work in one transaction and commits when its promise resolves; rolls back when it rejects.
 * Work that loses against another transaction (SQLSTATE 40001, 40P01) is run again, three times in all, so it must
 * have no effect outside of the database. Fails with `QueryOutsideTransaction` inside another transaction.
 */
export type Tx = <T>(work: (write: Write) => Promise<T>) => Promise<T>

export interface Database {
  readonly reads: Reads
  readonly tx: Tx
  readonly engine: 'pglite' | 'postgres'
  /** What was wrong with the end of the write-ahead log when it was opened; null: nothing, or PostgreSQL looks after it. */
  readonly logDamage: () => string | null
  /** Resolves when the database answers a query; rejects with the driver's error. */
  readonly ping: () => Promise<void>
  /** Waits for running work, then lets go of connections, thread and directory lock. Once only. */
  readonly close: () => Promise<void>
}

/** A query was asked of the outer handle while a transaction runs; on one connection it would wait for ever. */
export class QueryOutsideTransaction extends Error {
  override readonly name = 'QueryOutsideTransaction'
}

/** The same transaction, for a read function that takes `Reads`. */
export function asReads(write: Write): Reads {
  return write as unknown as Reads
}

/**
 * Rows of a select written by hand, for `Reads`, which Kysely closes to raw SQL.
 * The statement must not change anything; its values are bound, never pasted.
 */
export async function readRows<T>(reads: Reads, query: RawBuilder<T>): Promise<T[]> {
  if (!(reads instanceof Kysely)) throw new TypeError('readRows needs a handle of openDatabase')
  return (await query.execute(reads)).rows
}

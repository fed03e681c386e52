import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Tables as Schema } from './schema.ts'

/** Tables that are still described by hand. */
type Described = 'audit_log' | 'client_errors' | 'idempotency_keys' | 'outbox' | 'plants' | 'settings'

/**
 * The tables of the platform. A feature adds its own by declaration merging:
 * `declare module '../../platform/db/tables.ts' { interface Tables { orders: OrderTable } }`.
 */
export interface Tables extends Omit<Schema, Described> {
  plants: PlantTable
  outbox: OutboxTable
  audit_log: AuditLogTable
  idempotency_keys: IdempotencyKeyTable
  client_errors: ClientErrorTable
  settings: SettingTable
}

/** jsonb: read as a value, written as JSON text, so that arrays are not mistaken for PostgreSQL arrays. */
export type Json = ColumnType<unknown, string, string>
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>
/** timestamptz with a default of now(): read as a Date, may be left out when inserting. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>
/** date: `YYYY-MM-DD` both ways. */
export type Day = string

/** Left out when inserting: null. */
export type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>

/** What the rows of most tables carry; `version` goes up with each write (`signed-rows.ts`). */
export interface KeptRow {
  id: GeneratedAlways<number>
  plant_id: number
  version: Generated<number>
  created_at: Instant
  created_by: number | null
  updated_at: Instant
  updated_by: number | null
}

/** A row that names who wrote it last, as they were called then. */
export interface SignedRow extends KeptRow {
  updated_by_name: string
}

interface PlantTable {
  id: GeneratedAlways<number>
  code: string
  name: string
  /** IANA name; calendar days and shifts of the plant are computed in it. */
  time_zone: string
}

interface OutboxTable {
  seq: GeneratedAlways<number>
  plant_id: number
  name: string
  version: Generated<number>
  subject_id: string
  payload: JSONColumnType<Record<string, unknown>>
  at: Instant
}

interface AuditLogTable {
  id: GeneratedAlways<number>
  plant_id: number
  at: Date
  actor_id: number | null
  actor_name: string
  address: string
  request_id: string
  action: string
  subject_kind: string
  subject_id: string
  subject_name: string
  before: NullableJson
  after: NullableJson
  prev_hash: string
  hash: string
}

interface IdempotencyKeyTable {
  id: GeneratedAlways<number>
  plant_id: number
  user_id: number
  key: string
  route: string
  request_hash: string
  /** HTTP status of the stored reply; null while none is kept. */
  status: number | null
  reply: NullableJson
  /** What the transaction of the command returned, as `v8.serialize` writes it; null in keys of an older version. */
  result: Buffer | null
  created_at: Instant
}

interface ClientErrorTable {
  id: GeneratedAlways<number>
  plant_id: number
  hash: string
  message: string
  stack: string
  component: string
  url: string
  app_version: string
  count: Generated<number>
  first_at: Instant
  last_at: Instant
  user_id: number | null
}

interface SettingTable {
  key: string
  value: Json
}

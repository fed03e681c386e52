import { sql } from 'kysely'
import type { Write } from './handles.ts'

export interface TableShape {
  /** Quoted where SQL requires it. */
  readonly name: string
  /** `name type` of all columns, in order. */
  readonly columns: readonly string[]
  /** Columns that accept values, without generated ones; quoted where SQL requires it. */
  readonly insertable: readonly string[]
}

/** A partition created by the program, not by a migration; `bound` in PostgreSQL's notation. */
export interface Partition {
  readonly name: string
  readonly parent: string
  readonly bound: string
}

export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** All tables except the list of migrations; partitions are part of their table. */
export async function tableShapes(write: Write): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    select format('%I', c.relname) as name,
      json_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns,
      coalesce(
        json_agg(format('%I', a.attname) order by a.attnum) filter (where a.attgenerated = ''), '[]'
      ) as insertable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> 'migrations'
    group by c.oid, c.relname order by c.relname`.execute(write)
  return rows
}

/** Parents before their partitions. */
export async function partitionsOf(write: Write): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select format('%I', part.relname) as name, format('%I', parent.relname) as parent,
      pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class parent on parent.oid = i.inhparent
    where part.relispartition and part.relkind = 'r' and part.relnamespace = 'public'::regnamespace
    order by part.oid`.execute(write)
  return rows
}

export async function foreignKeys(write: Write): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select format('%I', c.relname) as table, format('%I', k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and k.connamespace = 'public'::regnamespace
    order by c.relname, k.conname`.execute(write)
  return rows
}

export async function sequenceValues(write: Write): Promise<{ name: string; last: number | null }[]> {
  const { rows } = await sql<{ name: string; last: number | null }>`
    select format('%I', sequencename) as name, last_value as last from pg_sequences
    where schemaname = 'public' order by 1`.execute(write)
  return rows
}

export async function migrationNames(write: Write): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name || ' ' || hash as name from migrations order by number`.execute(write)
  return rows.map(({ name }) => name)
}

import { sql } from 'kysely'
import { testActor } from '../../../apps/server/test/actor.ts'
import { recordAudit } from '../../../apps/server/src/platform/audit/record.ts'
import { verifyChain } from '../../../apps/server/src/platform/audit/chain.ts'
import { type Database, readRows, type Write } from '../../../apps/server/src/platform/db/handles.ts'
import { recordEvent } from '../../../apps/server/src/platform/outbox/record.ts'

// Work on the database that loses power: numbered items, each one transaction that must exist completely or not at
// all.

const actor = testActor()
/** Rows written by a work item, 1 to 40. */
const rowsOf = (work: number): number => ((work * 7919) % 40) + 1
/** Some rows are longer than a page. */
const lengthOf = (work: number): number => (work % 13 === 0 ? 20_000 : 50 + (work % 400))
/** Some work items also create a table. */
const isMaking = (work: number): boolean => work % 25 === 0
const tableOf = (work: number): string => `work_${work}`

export async function makeTables(db: Database): Promise<void> {
  await db.tx((write) =>
    sql
      .raw(
        `create table if not exists works (work int not null, place int not null, note text not null, turn int not null default 0,
          primary key (work, place));
        create index if not exists works_turn on works (turn)`,
      )
      .execute(write),
  )
}

export async function doWork(write: Write, work: number): Promise<void> {
  // Text that does not compress, so its size in the database is its length.
  await sql`insert into works (work, place, note)
    select ${work}::int, place, left(string_agg(md5(random()::text), ''), ${lengthOf(work)}::int)
    from generate_series(1, ${rowsOf(work)}::int) place, generate_series(1, ${Math.ceil(lengthOf(work) / 32)}::int)
    group by place`.execute(write)
  if (isMaking(work))
    await sql.raw(`create table ${tableOf(work)} as select * from works where work = ${work}`).execute(write)
  // Also changes rows of an earlier work item, all of them or none.
  await sql`update works set turn = ${work} where work = ${work - 8}`.execute(write)
  const named = { subjectKind: 'work', subjectId: String(work), subjectName: '' }
  await recordAudit(write, actor, { action: 'works.do', ...named })
  await recordEvent(write, actor, { name: 'orders.changed', subjectId: String(work) })
}

/** Faults of a database after a power cut: acknowledged work that is missing, and work done by half. */
export async function troubles(db: Database, acknowledged: readonly number[]): Promise<string[]> {
  const found: string[] = []
  const [tables] = await readRows(
    db.reads,
    sql<{ there: boolean }>`select to_regclass('works') is not null as there`,
  )
  if (tables?.there !== true) return acknowledged.length === 0 ? [] : ['the table is missing']
  const works = await readRows(
    db.reads,
    sql<{ work: number; rows: number; short: number; turns: number; audits: number; facts: number }>`
      select work, count(*)::int as rows, min(length(note)) as short, count(distinct turn)::int as turns,
        (select count(*)::int from audit_log a where a.subject_kind = 'work' and a.subject_id = work::text) as audits,
        (select count(*)::int from outbox o where o.name = 'orders.changed' and o.subject_id = work::text) as facts
      from works group by work`,
  )
  const there = new Set(works.map(({ work }) => work))
  const missing = acknowledged.filter((work) => !there.has(work))
  if (missing.length > 0)
    found.push(`${missing.length} of ${acknowledged.length} acknowledged works are missing`)
  for (const { work, ...one } of works) {
    const expected = { rows: rowsOf(work), short: lengthOf(work), turns: 1, audits: 1, facts: 1 }
    if (JSON.stringify(one) !== JSON.stringify(expected)) found.push(`work ${work} is ${JSON.stringify(one)}`)
  }
  for (const work of [...there].filter(isMaking)) found.push(...(await tableTroubles(db, work)))
  const { brokenAt } = await verifyChain(db.reads, actor.plantId)
  if (brokenAt !== null) found.push(`the log is broken at ${brokenAt}`)
  if (!(await indexAgrees(db))) found.push('the index and its table differ')
  return found
}

async function tableTroubles(db: Database, work: number): Promise<string[]> {
  const [row] = await readRows(
    db.reads,
    sql<{ there: boolean }>`select to_regclass(${tableOf(work)}) is not null as there`,
  )
  if (row?.there !== true) return [`the table of work ${work} is missing`]
  const rows = await readRows(db.reads, sql.raw<{ note: string }>(`select note from ${tableOf(work)}`))
  return rows.length === rowsOf(work) ? [] : [`the table of work ${work} has ${rows.length} rows`]
}

async function indexAgrees(db: Database): Promise<boolean> {
  const counted = (without: string) =>
    db.tx(async (write) => {
      await sql.raw(`set local enable_${without} = off; set local enable_bitmapscan = off`).execute(write)
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from works where work >= 0`.execute(
        write,
      )
      return rows[0]?.n
    })
  return (await counted('seqscan')) === (await counted('indexscan'))
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { costsApi, ProgressStatement } from '@cloud-factory/contract/labour/costs'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { insertRow, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { steelOf } from './order-costs.queries.ts'

interface StatementRow {
  readonly id: number
  readonly no: string
  readonly name: string
  readonly project: string
  readonly by_process: readonly { process: number; kg: number; doneKg: number }[]
  readonly statement_id: number | null
  readonly amount: number | null
  readonly version: number | null
}
interface StageRow {
  readonly name: string
  readonly share: number
  readonly process_id: number | null
}

/** Stages that a new statement proposes, by codes of processes; those that the factory has not are left out. */
const proposed = [
  ['CutComp', 15],
  ['FitUpComp', 20],
  ['WeldComp', 25],
  ['PaintComp', 20],
  ['SentSite', 20],
] as const

/** Amounts of stages in cents, whose sum is the amount: the last one takes what rounding leaves. */
export function stageValues(amount: number, shares: readonly number[]): number[] {
  const total = Math.round(amount * 100)
  let [before, sum] = [0, 0]
  return shares.map((share) => {
    sum += share
    const upTo = Math.round((total * Math.min(sum, 100)) / 100)
    const cents = upTo - before
    before = upTo
    return cents / 100
  })
}

/** The progress statement of an order; without one, the stages proposed for it. */
export async function progressStatement(reads: Reads, actor: Actor, id: string): Promise<ProgressStatement> {
  const { plantId } = actor
  const [row] = await readRows(
    reads,
    sql<StatementRow>`
      select o.id, o.no, o.name, p.code || ' ' || p.name as project, o.by_process, s.id as statement_id, s.amount, s.version
      from orders o join projects p on p.id = o.project_id left join progress_statements s on s.order_id = o.id
      where o.plant_id = ${plantId} and o.id = ${id}`,
  )
  if (row === undefined) return fail('not_found')
  const [stages, steel] = await Promise.all([
    readRows(reads, stagesOf(plantId, row.statement_id)),
    steelOf(reads, plantId, [row.id]),
  ])
  const amount = row.amount ?? 0
  const values = stageValues(
    amount,
    stages.map(({ share }) => share),
  )
  const { knownKg = 0, theoryKg = 0 } = steel.get(row.id) ?? {}
  const shown = stages.map(({ name, share, process_id }, at) => {
    const ofProcess = row.by_process.find(({ process }) => process === process_id)
    const kg = process_id === null ? theoryKg : (ofProcess?.kg ?? 0)
    const doneKg = process_id === null ? Math.min(theoryKg, knownKg) : (ofProcess?.doneKg ?? 0)
    const value = values[at] ?? 0
    const done = kg > 0 ? doneKg / kg : null
    const processId = process_id === null ? null : String(process_id)
    return {
      name,
      share,
      processId,
      kg,
      doneKg,
      done,
      value,
      earned: Math.round(value * (done ?? 0) * 100) / 100,
    }
  })
  return {
    order: { id: String(row.id), no: row.no, name: row.name, project: row.project },
    amount,
    stages: shown,
    earned: shown.reduce((sum, { earned }) => sum + Math.round(earned * 100), 0) / 100,
    version: row.version ?? 0,
    can: { edit: actor.tags.includes('cost.edit') || 'permission.denied' },
  }
}

const stagesOf = (plantId: number, statementId: number | null) =>
  statementId === null
    ? sql<StageRow>`
        select p.names->>'zh' as name, s.share, p.id as process_id
        from jsonb_to_recordset(${JSON.stringify(proposed.map(([code, share]) => ({ code, share })))}::jsonb) as s (code text, share numeric)
          join processes p on p.plant_id = ${plantId} and p.code = s.code order by p.position, p.id`
    : sql<StageRow>`
        select name, share, process_id from progress_stages where statement_id = ${statementId} order by position`

type Input = BodyOf<(typeof costsApi)['PUT /api/orders/:id/statement']>

/** Sets amount and stages. */
export async function saveStatement(
  write: Write,
  actor: Actor,
  id: string,
  { version, amount, stages }: Input,
): Promise<void> {
  const { plantId } = actor
  // Locked, so that the second of two people who enter the first statement sees that of the other.
  const order =
    await sql`select from orders where plant_id = ${plantId} and id = ${id} for no key update`.execute(write)
  if (order.rows.length === 0) fail('not_found')
  const before = await progressStatement(asReads(write), actor, id)
  if (before.version !== version) fail('version.conflict', { current: before })
  const thousandths = stages.reduce((sum, { share }) => sum + Math.round(share * 1000), 0)
  if (thousandths !== 100_000) reject('weights.not_100')
  const ids = stages.flatMap(({ processId }) => processId ?? [])
  const { rows: known } = await sql<{ id: number }>`
    select id from processes where plant_id = ${plantId} and id = any(${ids}::bigint[]) for key share`.execute(
    write,
  )
  if (known.length < new Set(ids).size) fail('not_found')
  const { rows } = await sql<{
    id: number
  }>`select id from progress_statements where order_id = ${id}`.execute(write)
  const statementId =
    rows[0]?.id ?? (await insertRow(write, actor, 'progress_statements', { order_id: Number(id), amount }))
  if (rows[0] !== undefined) await saveRow(write, actor, 'progress_statements', statementId, { amount })
  await sql`delete from progress_stages where statement_id = ${statementId}`.execute(write)
  await sql`insert into progress_stages (statement_id, position, name, share, process_id)
    select ${statementId}, s.position, s.name, s.share, s."processId"
    from jsonb_to_recordset(${JSON.stringify(stages.map((stage, position) => ({ ...stage, position })))}::jsonb)
      as s (position smallint, name text, share numeric, "processId" bigint)`.execute(write)
  await recordAction(write, actor, {
    action: 'progress_statements.update',
    subjectKind: 'progress_statement',
    event: 'progress_statements.changed',
    id,
    name: before.order.no,
    before: { amount: before.amount, stages: before.version === 0 ? [] : before.stages.map(inWords) },
    after: { amount, stages: stages.map(inWords) },
  })
}

const inWords = ({ name, share }: { readonly name: string; readonly share: number }) => `${name} ${share} %`

import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { gatePlansApi } from '@cloud-factory/contract/inspection/gate-plans'
import { recordAudit } from '../../platform/audit/record.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { recordEvent } from '../../platform/outbox/record.ts'
import { type OrdersPort, signed } from '../quality-records/public.ts'
import { gatePlansOf, standardsInUse } from './due.queries.ts'

type Input = BodyOf<(typeof gatePlansApi)['PUT /api/gate-plans/:id']>

/** Saves the plan of a gate; version 0 creates it. */
export async function saveGatePlan(
  { write, orders }: { readonly write: Write; readonly orders: OrdersPort },
  actor: Actor,
  processId: string,
  input: Input,
): Promise<void> {
  const { plantId } = actor
  const deps = { reads: asReads(write), orders }
  const find = async () => (await gatePlansOf(deps, plantId)).find(({ id }) => id === processId)
  const before = (await find()) ?? fail('not_found')
  const standards = await standardsInUse(deps.reads, plantId)
  if (input.standardId !== null && !standards.some(({ id }) => String(id) === input.standardId))
    reject('inspection.no_standard')
  const { by, byName } = signed(actor)
  const { stage, standardId, automatic, percent, atLeast } = input
  const { rows } = await sql`
    insert into gate_plans (plant_id, process_id, stage, standard_id, automatic, percent, at_least, created_by, updated_by,
      updated_by_name)
    select ${plantId}, ${processId}, ${stage}, ${standardId}::bigint, ${automatic}, ${percent}, ${atLeast}, ${by}, ${by},
      ${byName}
    where ${input.version} = 0 or exists (select from gate_plans where plant_id = ${plantId} and process_id = ${processId})
    on conflict (plant_id, process_id) do update set stage = excluded.stage, standard_id = excluded.standard_id,
      automatic = excluded.automatic, percent = excluded.percent, at_least = excluded.at_least,
      version = gate_plans.version + 1, updated_at = now(), updated_by = excluded.updated_by,
      updated_by_name = excluded.updated_by_name
      where gate_plans.version = ${input.version}
    returning id`.execute(write)
  if (rows.length === 0) fail('version.conflict', { current: await find() })
  const plan = { stage, standardId, automatic, percent, atLeast }
  await recordAudit(write, actor, {
    action: 'inspections.gate_plan',
    subjectKind: 'process',
    subjectId: processId,
    subjectName: before.code,
    before: {
      stage: before.stage,
      standardId: before.standardId,
      automatic: before.automatic,
      percent: before.percent,
      atLeast: before.atLeast,
    },
    after: plan,
  })
  await recordEvent(write, actor, { name: 'quality.gate_planned', subjectId: processId })
}

import { labourApi } from '@cloud-factory/contract/labour/labour'
import { labourRates, standardHours } from '@cloud-factory/domain/labour/labour-resources'
import { type RawBuilder, sql } from 'kysely'
import { canChange, type CommandContext, type Crud } from '../../platform/crud/crud.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'

interface WeightClass {
  readonly processId: string
  readonly fromKg: number
  readonly toKg: number | null
  readonly active: boolean
}

/**
 * Rejects an empty weight class, and one that overlaps with a row that applies to the same work. The process is locked, so
 * that two people cannot add overlapping rows at once.
 */
async function checkClass(
  { write, actor: { plantId } }: CommandContext,
  { processId, fromKg, toKg, active }: WeightClass,
  others: { readonly table: string; readonly id: string | undefined; readonly where: RawBuilder<unknown> },
): Promise<void> {
  if (toKg !== null && toKg <= fromKg)
    fail('request.invalid', { errors: [{ path: 'body.toKg', reason: 'labour.empty_class' }] })
  const process =
    await sql`select from processes where plant_id = ${plantId} and id = ${processId} for no key update`.execute(
      write,
    )
  if (process.rows.length === 0) fail('not_found')
  if (!active) return
  const { rows } = await sql<{ code: string }>`
    select code from ${sql.table(others.table)} r where process_id = ${processId} and active and id <> ${others.id ?? 0}
      and (to_kg is null or to_kg > ${fromKg}) and (${toKg}::numeric is null or from_kg < ${toKg}) and ${others.where}
    order by code limit 1`.execute(write)
  if (rows[0] !== undefined) reject('labour.overlaps', { code: rows[0].code })
}

/** Process and crew by their codes, as the audit log shows them. */
async function withCodes({ write }: CommandContext, values: object): Promise<object> {
  const { processId, crewId, ...rest } = values as { processId?: string; crewId?: string | null }
  const { rows } = await sql<{ process: string | null; crew: string | null }>`
    select (select code from processes where id = ${processId ?? null}) as process,
      (select code from crews where id = ${crewId ?? null}) as crew`.execute(write)
  const { process = null, crew = null } = rows[0] ?? {}
  return { ...rest, ...(processId !== undefined && { process }), ...(crewId !== undefined && { crew }) }
}

const shared = {
  words: sql`r.code`,
  audited: withCodes,
}
const byProcess = ['p.position', 'r.from_kg', 'r.id']

export const standardHoursCrud: Crud<typeof standardHours, typeof labourApi> = {
  ...shared,
  resource: standardHours,
  from: () => sql`standard_hours r join processes p on p.id = r.process_id`,
  sorts: { process: byProcess, code: ['r.code'] },
  view: (_row, { actor }) => ({ can: canChange(standardHours, actor) }),
  check: (context, input, before) =>
    checkClass(context, input, { table: 'standard_hours', id: before?.id, where: sql`true` }),
}

export const labourRatesCrud: Crud<typeof labourRates, typeof labourApi, { readonly crew: string | null }> = {
  ...shared,
  resource: labourRates,
  columns: () => sql`c.name as crew`,
  from: () =>
    sql`labour_rates r join processes p on p.id = r.process_id left join crews c on c.id = r.crew_id`,
  sorts: { process: byProcess, code: ['r.code'], validFrom: ['r.valid_from', 'r.id'] },
  view: ({ crew }, { actor }) => ({ crew, can: canChange(labourRates, actor) }),
  check: async (context, input, before) => {
    const { crewId, basis, validFrom, validUntil } = input
    if (validUntil !== null && validUntil < validFrom)
      fail('request.invalid', { errors: [{ path: 'body.validUntil', reason: 'before_start' }] })
    const crew =
      await sql`select from crews where plant_id = ${context.actor.plantId} and id = ${crewId}`.execute(
        context.write,
      )
    if (crewId !== null && crew.rows.length === 0) fail('not_found')
    await checkClass(context, input, {
      table: 'labour_rates',
      id: before?.id,
      where: sql`crew_id is not distinct from ${crewId}::bigint and (basis = 'hour') = ${basis === 'hour'}
        and (valid_to is null or valid_to >= ${validFrom}) and (${validUntil}::date is null or valid_from <= ${validUntil})`,
    })
  },
}

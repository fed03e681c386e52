import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'

type Values = Readonly<Record<string, unknown>>

/** Values of a plan row as the log tells them: people know steps and workshops by their codes, not by their ids. */
export async function reportedValues(write: Write, plantId: number, values: object): Promise<Values> {
  const { processIds, workshopId, ...rest } = values as Values
  const steps = Array.isArray(processIds) ? await codesOf(write, plantId, 'processes', processIds) : null
  const workshop =
    typeof workshopId === 'string' ? await codesOf(write, plantId, 'workshops', [workshopId]) : null
  return { ...rest, ...(steps && { steps }), ...(workshop && { workshop: workshop[0] }) }
}

/** Codes of rows in the order of their ids given; the id itself where there is no such row. */
async function codesOf(
  write: Write,
  plantId: number,
  table: 'processes' | 'workshops',
  ids: readonly unknown[],
): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select coalesce(t.code, wanted.id::text) as code
    from unnest(${ids.map(Number)}::bigint[]) with ordinality wanted (id, place)
      left join ${sql.table(table)} t on t.id = wanted.id and t.plant_id = ${plantId}
    order by wanted.place`.execute(write)
  return rows.map(({ code }) => code)
}

import type { FigureGroup } from '@cloud-factory/domain/machines/machine-enums'
import { type RawBuilder, sql } from 'kysely'

/** Repair times of a machine, of one group or of all days; seconds. */
export interface RepairTimesRead {
  readonly machine_id: number
  readonly key: string | null
  readonly repairs: number
  readonly restore: number
  readonly mend: number
}

/** Null: repair orders do not belong to shifts; they count in the total only. */
const keys: Readonly<Record<FigureGroup, RawBuilder<unknown>>> = {
  machine: sql`null::text`,
  line: sql`null::text`,
  workshop: sql`null::text`,
  shift: sql`null::text`,
  day: sql`to_char(r.verified_at at time zone p.time_zone, 'YYYY-MM-DD')`,
  month: sql`to_char(r.verified_at at time zone p.time_zone, 'YYYY-MM')`,
}

/** Repair orders during which a machine stood and that were verified on these days in the plant's time zone. */
export const repairTimeRows = (
  plantId: number,
  ids: readonly number[],
  { from, to, by }: { readonly from: string; readonly to: string; readonly by: FigureGroup },
) => sql<RepairTimesRead>`
  select r.machine_id, ${keys[by]} as key, count(*)::int as repairs,
    sum(extract(epoch from r.verified_at - r.reported_at))::float8 as restore,
    sum(extract(epoch from r.finished_at - r.started_at))::float8 as mend
  from plants p join repairs r on r.plant_id = p.id
  where p.id = ${plantId} and r.plant_id = ${plantId} and r.stopped and r.verified_at is not null
    and r.verified_at >= ${from}::date::timestamp at time zone p.time_zone
    and r.verified_at < (${to}::date + 1)::timestamp at time zone p.time_zone
    and r.machine_id = any(${[...ids]}::bigint[])
  group by 1, 2`

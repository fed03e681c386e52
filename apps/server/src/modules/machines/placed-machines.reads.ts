import type { PlacedMachine } from '@cloud-factory/domain/wall/placed-machine'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** All active machines of a plant, by code; a few hundred at most. */
export const placedMachines = (reads: Reads, plantId: number): Promise<PlacedMachine[]> =>
  readRows(
    reads,
    sql<PlacedMachine>`
      select m.id, m.code, m.name, p.class, m.source, m.line, m.workshop_id as "workshopId",
        p.rate_ms as "rateMs", m.rated_kw::float8 as "ratedKw", m.standard_rate::float8 as "standardRate",
        m.rate_unit as "outputUnit", m.x_m::float8 as "xM", m.y_m::float8 as "yM",
        m.width_m::float8 as "widthM", m.depth_m::float8 as "depthM", coalesce((
          select jsonb_agg(jsonb_build_object('slot', s.slot, 'code', s.code, 'names', s.names, 'role', s.role, 'kind', s.kind,
            'unit', s.unit, 'high', s.high) order by s.slot)
          from profile_signals s where s.profile_id = p.id), '[]') as signals
      from machines m join machine_profiles p on p.id = m.profile_id
      where m.plant_id = ${plantId} and m.active order by m.code`,
  )

import { sql } from 'kysely'
import type { Write } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { heatNumber, supplierKey } from './supplier-key.rules.ts'

interface HeatInput {
  readonly supplier: string
  readonly heatNo: string
  readonly gradeId: string
  readonly mill: string
}

export interface KnownHeat {
  readonly id: number
  readonly no: string
  /** Code of its grade. */
  readonly grade: string
}

/**
 * The heat of a supplier by its number, created if new. Fails if the heat is known with another grade: a heat has one grade,
 * and contradictory documents must be clarified with the supplier.
 */
export async function heatFor(write: Write, plantId: number, wanted: HeatInput): Promise<KnownHeat> {
  const { rows: grades } = await sql<{ id: number; code: string; status: string }>`
    select id, code, status from steel_grades where plant_id = ${plantId} and id = ${wanted.gradeId} for key share`.execute(
    write,
  )
  const grade = grades[0] ?? fail('not_found', { params: { field: 'gradeId' } })
  const no = heatNumber(wanted.heatNo)
  // The empty update returns and locks the row of a concurrent insert.
  const { rows } = await sql<{ id: number; code: string; isNew: boolean }>`
    with heat as (
      insert into heats (plant_id, no, supplier, supplier_key, mill, grade_id)
      values (${plantId}, ${no}, ${wanted.supplier}, ${supplierKey(wanted.supplier)}, ${wanted.mill}, ${grade.id})
      on conflict (plant_id, supplier_key, no) do update set no = excluded.no
      returning id, grade_id, xmax = 0 as "isNew"
    )
    select heat.id, g.code, heat."isNew" from heat join steel_grades g on g.id = heat.grade_id`.execute(write)
  const heat = rows[0] ?? fail('not_found')
  if (heat.isNew && grade.status === 'retired')
    fail('state.refused', { params: { reason: 'grade.retired', grade: grade.code } })
  if (heat.code !== grade.code)
    fail('state.refused', { params: { reason: 'heat.other_grade', heat: no, grade: heat.code } })
  return { id: heat.id, no, grade: heat.code }
}

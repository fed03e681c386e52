import type { CertificateKind } from '@cloud-factory/domain/material/material-enums'
import type { CertificateLine } from '@cloud-factory/contract/material/mill-certificates'
import {
  judgeSteel,
  type JudgedValue,
  type SteelLimit,
  type SteelValues,
} from '@cloud-factory/domain/material/steel.rules'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

interface LineReadRow {
  readonly id: number
  readonly certificate_id: number
  readonly heat_id: number
  readonly heat_no: string
  readonly supplier: string
  readonly grade_code: string
  readonly grade_id: number
  readonly grade: string
  readonly limits: readonly SteelLimit[]
  readonly thickness: string | null
  readonly values: SteelValues
  readonly judged: readonly JudgedValue[] | null
}

/**
 * Heats and values by certificate. An accepted certificate keeps the verdicts of its acceptance; others are judged by the
 * current limits.
 */
export async function certificateLines(
  reads: Reads,
  plantId: number,
  certificates: readonly { readonly id: number; readonly kind: CertificateKind }[],
): Promise<ReadonlyMap<number, readonly CertificateLine[]>> {
  const kinds = new Map(certificates.map(({ id, kind }) => [id, kind]))
  const rows = await readRows(
    reads,
    sql<LineReadRow>`
      select x.id, x.certificate_id, h.id as heat_id, h.no as heat_no, h.supplier, x.grade_code, g.id as grade_id,
        g.code as grade, g.limits, trim_scale(x.thickness_mm)::text as thickness, x.values, x.judged
      from mill_certificate_heats x join heats h on h.id = x.heat_id join steel_grades g on g.id = h.grade_id
      where x.plant_id = ${plantId} and x.certificate_id = any(${[...kinds.keys()]}::bigint[])
      order by x.certificate_id, x.position`,
  )
  const lines = new Map<number, CertificateLine[]>()
  for (const row of rows) {
    const asksAll = kinds.get(row.certificate_id) !== 'retest'
    const own = lines.get(row.certificate_id) ?? []
    lines.set(row.certificate_id, [...own, lineView(row, asksAll)])
  }
  return lines
}

const lineView = (row: LineReadRow, asksAll: boolean): CertificateLine => ({
  id: String(row.id),
  heat: { id: String(row.heat_id), no: row.heat_no, supplier: row.supplier },
  gradeCode: row.grade_code,
  grade: { id: String(row.grade_id), code: row.grade },
  thicknessMm: row.thickness,
  values: row.values,
  judged: [
    ...(row.judged ?? judgeSteel(row.limits, { thickness: row.thickness, values: row.values, asksAll })),
  ],
})

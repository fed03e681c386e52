import type { CertificateKind } from '@cloud-factory/domain/material/material-enums'
import type {
  CertificateLine,
  MillCertificate,
  MillCertificateRow,
  millCertificatesApi,
} from '@cloud-factory/contract/material/mill-certificates'
import {
  judgeSteel,
  type JudgedValue,
  type SteelLimit,
  type SteelValues,
} from '@cloud-factory/domain/material/steel.rules'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { QueryOf } from '@cloud-factory/contract/endpoint'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { allOf, bothWays, countedPage, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { deciderOf, decidersOf } from '../../platform/auth/four-eyes.queries.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { certificateCan } from './material.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

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

export type StoredMillCertificate = Selectable<Tables['mill_certificates']>

type CertificatesQuery = QueryOf<(typeof millCertificatesApi)['GET /api/mill-certificates']>

const sorts = bothWays({ no: ['no', 'id'], issuedOn: ['issued_on', 'id'] })

/** One page of certificates with the number of wrong values of each. */
export async function listCertificates(
  reads: Reads,
  actor: Actor,
  query: CertificatesQuery,
): Promise<{ items: MillCertificateRow[]; total: number }> {
  const where = certificatesWhere(actor.plantId, query)
  const { rows, total } = await countedPage(
    reads,
    certificatesOf(where, query),
    sql`mill_certificates`,
    where,
  )
  const lines = await certificateLines(reads, actor.plantId, rows)
  const ids = rows.map(({ id }) => id)
  const who = await decidersOf(reads, actor, ['certificate_accept'], ids)
  return {
    items: rows.map((row) => certificateView(row, lines.get(row.id) ?? [], who(row.id))),
    total,
  }
}

export function certificatesWhere(plantId: number, query: CertificatesQuery): RawBuilder<unknown> {
  const pattern = searchPattern(query.q ?? '')
  const covering = (heats: RawBuilder<unknown>) =>
    sql`id in (select certificate_id from mill_certificate_heats where heat_id in (${heats}))`
  return allOf([
    sql`plant_id = ${plantId}`,
    oneOf('status', query.status),
    oneOf('kind', query.kind),
    query.heatId === undefined ? null : covering(sql`${query.heatId}::bigint`),
    query.receiptId === undefined
      ? null
      : covering(sql`select heat_id from material_lots where receipt_id = ${query.receiptId}`),
    pattern === null ? null : sql`search like ${pattern}`,
  ])
}

function oneOf(column: string, words: readonly string[] | undefined): RawBuilder<unknown> | null {
  if (words === undefined || words.length === 0) return null
  return sql`${sql.ref(column)} = any(${[...words]}::text[])`
}

export const certificatesOf = (
  where: RawBuilder<unknown>,
  query: Pick<CertificatesQuery, 'page' | 'pageSize' | 'sort'>,
) =>
  sql<StoredMillCertificate>`
    select * from mill_certificates where ${where} order by ${sorts[query.sort ?? '-issuedOn']} ${limitOf(query)}`

/** One certificate, judged value by value; fails with `not_found` when the plant has no such certificate. */
export async function oneCertificate(reads: Reads, actor: Actor, id: string): Promise<MillCertificate> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, certificatesOf(where, { pageSize: 1 }))
  if (row === undefined) return fail('not_found')
  const lines = (await certificateLines(reads, actor.plantId, [row])).get(row.id) ?? []
  const who = await deciderOf(reads, actor, ['certificate_accept'], row.id)
  return { ...certificateView(row, lines, who), lines: [...lines] }
}

function certificateView(
  row: StoredMillCertificate,
  lines: readonly CertificateLine[],
  who: Decider,
): MillCertificateRow {
  const values = lines.flatMap(({ judged }) => judged)
  const outside = values.filter(({ outcome }) => outcome === 'out').length
  const missing = values.filter(({ outcome }) => outcome === 'missing' || outcome === 'no_band').length
  const otherGrade = lines.some(({ gradeCode, grade }) => gradeCode !== grade.code)
  return {
    id: String(row.id),
    no: row.no,
    kind: row.kind,
    supplier: row.supplier,
    issuedOn: row.issued_on,
    note: row.note,
    status: row.status,
    heats: [...new Set(lines.map(({ heat }) => heat.no))],
    outside,
    missing,
    file: row.file_name === null ? null : { name: row.file_name, bytes: row.file_bytes ?? 0 },
    decidedAt: row.decided_at?.toISOString() ?? null,
    decidedBy: row.decided_by_name,
    decidedNote: row.decided_note,
    version: row.version,
    can: certificateCan(who, {
      status: row.status,
      outside,
      missing,
      otherGrade,
    }),
  }
}

import type { QueryOf } from '@cloud-factory/contract/endpoint'
import type {
  CertificateLine,
  MillCertificate,
  MillCertificateRow,
  millCertificatesApi,
} from '@cloud-factory/contract/material/mill-certificates'
import { type RawBuilder, sql, type Selectable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, countOf, limitOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { deciderOf, decidersOf } from '../../platform/auth/four-eyes.reads.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { certificateCan } from './certificates.rules.ts'
import { certificateLines } from './certificate-lines.reads.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredMillCertificate = Selectable<Tables['mill_certificates']>

type CertificatesQuery = QueryOf<(typeof millCertificatesApi)['GET /api/mill-certificates']>

const sorts = {
  no: sql`no, id`,
  '-no': sql`no desc, id desc`,
  issuedOn: sql`issued_on, id`,
  '-issuedOn': sql`issued_on desc, id desc`,
}

/** One page of certificates with the number of wrong values of each. */
export async function listCertificates(
  reads: Reads,
  actor: Actor,
  query: CertificatesQuery,
): Promise<{ items: MillCertificateRow[]; total: number }> {
  const where = certificatesWhere(actor.plantId, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, certificatesOf(where, query)),
    readRows(reads, countOf(sql`mill_certificates`, where)),
  ])
  const lines = await certificateLines(reads, actor.plantId, rows)
  const ids = rows.map(({ id }) => id)
  const who = await decidersOf(reads, actor, ['certificate_accept'], ids)
  return {
    items: rows.map((row) => certificateView(row, lines.get(row.id) ?? [], who(row.id))),
    total: counted[0]?.total ?? 0,
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

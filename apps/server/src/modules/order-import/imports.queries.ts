import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  FindingView,
  ImportMarkRow,
  ImportView,
  orderImportsApi,
} from '@cloud-factory/contract/order-import/order-imports'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { importFactsOf, canApply, canDiscard, canReadAgain, canUndo } from './imports.policy.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { factsOf, requireOrder } from '../orders/public.ts'
import { type RecordsPort, isRecorded } from './undo-import.ts'

type ListApi = (typeof orderImportsApi)['GET /api/orders/:id/imports']
type FindingsApi = (typeof orderImportsApi)['GET /api/imports/:id/findings']
type MarksApi = (typeof orderImportsApi)['GET /api/imports/:id/marks']

const importSorts = bothWays({ createdAt: ['created_at', 'id'] })
const rowSorts = bothWays({ row: ['position'] })

export const importsOfOrder = (plantId: number, orderId: string): RawBuilder<unknown> =>
  sql`plant_id = ${plantId} and order_id = ${orderId}`

export const importPage = (where: RawBuilder<unknown>, query: QueryOf<ListApi>) =>
  importsOf(where, sql`order by ${importSorts[query.sort ?? '-createdAt']} ${limitOf(query)}`)

/** Imports of an order; fails with `not_found` when the plant has no such order. */
export async function listImports(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<ListApi>,
  records: RecordsPort,
): Promise<ReplyOf<ListApi>> {
  const where = importsOfOrder(actor.plantId, orderId)
  const [rows, counted] = await Promise.all([
    readRows(reads, importPage(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from import_jobs where ${where}`),
    requireOrder(reads, actor.plantId, orderId),
  ])
  const items = await Promise.all(rows.map((row) => importView(reads, row, actor, records)))
  return { items, total: counted[0]?.total ?? 0 }
}

/** One import; fails with `not_found` when the plant has no such import. */
export async function oneImport(
  reads: Reads,
  actor: Actor,
  id: string,
  records: RecordsPort,
): Promise<ImportView> {
  const rows = await readRows(reads, importsOf(sql`plant_id = ${actor.plantId} and id = ${id}`, sql``))
  return rows[0] === undefined ? fail('not_found') : importView(reads, rows[0], actor, records)
}

interface ImportReadRow extends Selectable<Tables['import_jobs']> {
  readonly files: ImportView['files']
  readonly order: Selectable<Tables['orders']>
  readonly later: boolean
  readonly reported: boolean
}

/** Another import was applied after this one: that one has to be undone first. */
const isFollowed = sql`exists (select from import_jobs next where next.order_id = page.order_id
  and next.status = 'applied' and page.applied_at is not null and (next.applied_at, next.id) > (page.applied_at, page.id))`

function importsOf(where: RawBuilder<unknown>, rest: RawBuilder<unknown>) {
  return sql<ImportReadRow>`
    select page.*,
      (select jsonb_build_object('no', o.no, 'status', o.status, 'pieces', o.pieces, 'marks', o.marks,
        'pieces_by_status', o.pieces_by_status) from orders o where o.id = page.order_id) as "order",
      (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'bytes', f.bytes, 'format', f.format, 'dropped', f.dropped)
        order by f.position), '[]') from import_files f where f.job_id = page.id) as files,
      ${isFollowed} as later, page.status = 'applied' and not ${isFollowed} and exists (
        select from work_reports r where r.order_id = page.order_id and r.created_at >= page.applied_at and (
          exists (select from import_effects e where e.job_id = page.id and e.subject = 'piece'
            and e.subject_id = r.piece_id)
          or exists (select from marks m where m.id = r.mark_id and m.import_id = page.id))) as reported
    from (select * from import_jobs where ${where} ${rest}) page`
}

/** A page of findings of an import, and how many they are. */
export function findingsOf(plantId: number, id: string, query: QueryOf<FindingsApi>) {
  const where = allOf([
    sql`job_id = ${id} and plant_id = ${plantId}`,
    query.level === undefined ? null : sql`level = ${query.level}`,
  ])
  const rows = sql<Selectable<Tables['import_findings']>>`
    select * from import_findings where ${where} order by ${rowSorts[query.sort ?? 'row']} ${limitOf(query)}`
  return {
    rows,
    count: sql<{ total: number }>`select count(*) as total from import_findings where ${where}`,
  }
}

/** Findings of an import in the order of the file; fails with `not_found` when the plant has no such import. */
export async function listFindings(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<FindingsApi>,
): Promise<ReplyOf<FindingsApi>> {
  const findings = findingsOf(plantId, id, query)
  const [rows, counted] = await Promise.all([
    readRows(reads, findings.rows),
    readRows(reads, findings.count),
    requireImport(reads, plantId, id),
  ])
  return { items: rows.map(findingView), total: counted[0]?.total ?? 0 }
}

type ImportMarkReadRow = Selectable<Tables['import_marks']> & { readonly change: string | null }

export function importMarksOf(where: RawBuilder<unknown>, query: QueryOf<MarksApi>) {
  const order = rowSorts[query.sort ?? 'row']
  return sql<ImportMarkReadRow>`
    with page as (select * from import_marks where ${where} order by ${order} ${limitOf(query)})
    select page.*, (select c.kind from import_changes c where c.job_id = page.job_id and c.mark = page.mark) as change
    from page order by ${order}`
}

/** Marks of an import as read; fails with `not_found` when the plant has no such import. */
export async function listImportMarks(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<MarksApi>,
): Promise<ReplyOf<MarksApi>> {
  const where = sql`job_id = ${id} and plant_id = ${plantId} and role <> 'part'`
  const [rows, counted] = await Promise.all([
    readRows(reads, importMarksOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from import_marks where ${where}`),
    requireImport(reads, plantId, id),
  ])
  return { items: rows.map(importMarkView), total: counted[0]?.total ?? 0 }
}

export async function requireImport(reads: Reads, plantId: number, id: string): Promise<void> {
  const rows = await readRows(reads, sql`select from import_jobs where plant_id = ${plantId} and id = ${id}`)
  if (rows.length === 0) fail('not_found')
}

/** Quality is asked of the one import of an order that may be undone for all the rest. */
async function undoVerdict(reads: Reads, row: ImportReadRow, actor: Actor, records: RecordsPort) {
  const facts = { ...row, status: importFactsOf(row).status, recorded: false }
  const verdict = canUndo(actor.tags, facts, factsOf(row.order))
  if (verdict !== true) return verdict
  return canUndo(
    actor.tags,
    { ...facts, recorded: await isRecorded(reads, row, records) },
    factsOf(row.order),
  )
}

async function importView(
  reads: Reads,
  row: ImportReadRow,
  actor: Actor,
  records: RecordsPort,
): Promise<ImportView> {
  const facts = importFactsOf(row)
  return {
    id: String(row.id),
    orderId: String(row.order_id),
    orderNo: row.order.no,
    status: facts.status,
    progress: row.progress,
    files: row.files,
    format: row.format,
    encoding: row.encoding,
    columns: row.columns as ImportView['columns'],
    mappedBy: row.mapped_by,
    computed: row.computed as ImportView['computed'],
    stated: row.stated as ImportView['stated'],
    errors: row.errors,
    warnings: row.warnings,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by_name,
    appliedAt: row.applied_at?.toISOString() ?? null,
    undone: row.undone_at === null ? null : { at: row.undone_at.toISOString(), by: row.undone_by_name ?? '' },
    whole: row.whole,
    differences: row.differences as ImportView['differences'],
    partFiles: row.part_files as ImportView['partFiles'],
    can: {
      apply: canApply(actor.tags, facts, factsOf(row.order)),
      discard: canDiscard(actor.tags, facts),
      read: canReadAgain(actor.tags, facts, factsOf(row.order)),
      undo: await undoVerdict(reads, row, actor, records),
    },
  }
}

function findingView(row: Selectable<Tables['import_findings']>): FindingView & { id: string } {
  return {
    id: String(row.id),
    level: row.level,
    code: row.code,
    file: row.file,
    row: row.row,
    column: row.header,
    value: row.value,
    params: row.params as FindingView['params'],
  }
}

interface StagedPart {
  readonly partMark: string
  readonly profile: string
  readonly grade?: string
  readonly lengthMm?: number
  readonly quantityPerMark: number
  readonly netKg?: number
}

function importMarkView(row: ImportMarkReadRow): ImportMarkRow {
  return {
    id: String(row.id),
    row: row.row,
    file: row.file,
    mark: row.mark,
    name: row.name,
    profile: row.profile,
    grade: row.grade,
    quantity: row.quantity,
    lengthMm: row.length_mm,
    netKg: row.net_kg,
    grossKg: row.gross_kg,
    areaM2: row.area_m2,
    totalKg: Math.round((row.net_kg ?? 0) * row.quantity * 1000) / 1000,
    weightSource: row.weight_source as ImportMarkRow['weightSource'],
    parts: (row.parts as StagedPart[]).map((part) => ({
      partMark: part.partMark,
      profile: part.profile,
      grade: part.grade ?? null,
      lengthMm: part.lengthMm ?? null,
      quantityPerMark: part.quantityPerMark,
      netKg: part.netKg ?? null,
    })),
    difference: (row.change ?? 'added') as ImportMarkRow['difference'],
  }
}

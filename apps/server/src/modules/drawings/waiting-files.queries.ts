import {
  type DrawingFileRow,
  type DrawingKind,
  type drawingsApi,
  type FileOutcome,
  readyOutcomes,
} from '@cloud-factory/contract/drawings/drawings'
import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { usualPageSize } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { canEditDrawings } from './drawings.policy.ts'
import { drawingKey, type KnownRevision, outcomeOf, revisionRank } from './drawings.rules.ts'

interface KnownDrawing {
  readonly id: number
  readonly revisions: readonly (KnownRevision & { readonly revision: string })[]
}

interface NumberedMark {
  readonly id: number
  readonly mark: string
  readonly name: string
}

/** Drawings and marks of an order by the key of their numbers. */
interface OrderNumbers {
  readonly drawings: ReadonlyMap<string, KnownDrawing>
  readonly marks: ReadonlyMap<string, readonly NumberedMark[]>
}

/** A mark without a drawing number has the drawing that is named like it. */
export async function numbersOfOrder(reads: Reads, plantId: number, orderId: number): Promise<OrderNumbers> {
  const drawings = await readRows(
    reads,
    sql<KnownDrawing & { key: string }>`
      select d.id, d.key, coalesce(jsonb_agg(jsonb_build_object('rank', r.rank, 'sha256', r.sha256, 'revision', r.revision)
        order by r.rank) filter (where r.id is not null), '[]') as revisions
      from drawings d left join drawing_revisions r on r.drawing_id = d.id
      where d.plant_id = ${plantId} and d.order_id = ${orderId} group by d.id`,
  )
  const rows = await readRows(
    reads,
    sql<NumberedMark & { no: string }>`
      select id, mark, name, coalesce(nullif(drawing_no, ''), mark) as no from marks
      where plant_id = ${plantId} and order_id = ${orderId} order by mark, id`,
  )
  const marks = new Map<string, NumberedMark[]>()
  for (const { no, ...mark } of rows) {
    const key = drawingKey(no)
    const known = marks.get(key)
    if (known === undefined) marks.set(key, [mark])
    else known.push(mark)
  }
  return { drawings: new Map(drawings.map((one) => [one.key, one])), marks }
}

type StoredFile = Selectable<Tables['drawing_files']>

/** A waiting file with what confirming it does. */
export interface WaitingFile {
  readonly row: StoredFile
  readonly key: string
  readonly outcome: FileOutcome
  readonly isReady: boolean
  readonly kind: DrawingKind
  readonly marks: readonly NumberedMark[]
  readonly current: string | null
  readonly other: { readonly id: string; readonly no: string } | null
}

/**
 * All waiting files of an order in the order of uploading, each as if those before it were confirmed: of two revisions in one folder
 * both are added.
 */
export async function waitingFiles(reads: Reads, plantId: number, orderId: number): Promise<WaitingFile[]> {
  const rows = await readRows(
    reads,
    sql<StoredFile>`select * from drawing_files where plant_id = ${plantId} and order_id = ${orderId} order by id`,
  )
  if (rows.length === 0) return []
  const numbers = await numbersOfOrder(reads, plantId, orderId)
  const markById = new Map([...numbers.marks.values()].flat().map((mark) => [mark.id, mark]))
  const keys = rows.map((row) => drawingKey(row.drawing_no))
  const unknown = rows.flatMap(({ drawing_no: no }, index) => {
    const key = keys[index] ?? ''
    return numbers.marks.has(key) || numbers.drawings.has(key) ? [] : [no]
  })
  const others = await otherOrders(reads, plantId, orderId, unknown)
  const revisions = new Map<string, KnownRevision[]>()
  return rows.map((row, index) => {
    const file = describeFile(row, keys[index] ?? '', { numbers, markById, others, revisions })
    const known = revisions.get(file.key) ?? []
    if (file.isReady) {
      revisions.set(file.key, [...known, { rank: revisionRank(row.revision), sha256: row.sha256 }])
    }
    return file
  })
}

interface OrderFacts {
  readonly numbers: OrderNumbers
  readonly markById: ReadonlyMap<number, NumberedMark>
  readonly others: Awaited<ReturnType<typeof otherOrders>>
  /** Revisions that the files before it bring, by key. */
  readonly revisions: ReadonlyMap<string, readonly KnownRevision[]>
}

function describeFile(row: StoredFile, key: string, facts: OrderFacts): WaitingFile {
  const { numbers, markById, others, revisions } = facts
  const drawing = numbers.drawings.get(key)
  const equal = numbers.marks.get(key) ?? []
  const marks = marksOf(row, equal, markById)
  const known = drawing?.revisions ?? []
  const isKnown = row.source === 'hand' || drawing !== undefined || equal.length > 0
  const file = { ...fileFacts(row), isKnown, isOfOther: others.has(key) }
  const outcome = outcomeOf(file, [...known, ...(revisions.get(key) ?? [])])
  return {
    row,
    key,
    outcome,
    isReady: (readyOutcomes as readonly FileOutcome[]).includes(outcome),
    kind: row.kind ?? likelyKind(marks),
    marks,
    current: known.at(-1)?.revision ?? null,
    other: others.get(key) ?? null,
  }
}

const fileFacts = (row: StoredFile) => ({
  drawingNo: row.drawing_no,
  revision: row.revision,
  sha256: row.sha256,
  isReadable: row.pages !== null,
})

/** The marks chosen by hand, otherwise those with an equal number. */
const marksOf = (row: StoredFile, equal: readonly NumberedMark[], byId: OrderFacts['markById']) =>
  row.mark_ids.length === 0 ? equal : row.mark_ids.flatMap((id) => byId.get(Number(id)) ?? [])

const likelyKind = (marks: readonly NumberedMark[]): DrawingKind =>
  marks.length > 0 ? 'assembly' : 'general'

/** Other orders with a drawing or a mark of these numbers; the latest of each. */
async function otherOrders(reads: Reads, plantId: number, orderId: number, numbers: readonly string[]) {
  const keys = [...new Set(numbers.map(drawingKey))].filter((key) => key !== '')
  if (keys.length === 0) return new Map<string, { id: string; no: string }>()
  const rows = await readRows(
    reads,
    sql<{ no: string; id: number; orderNo: string }>`
      select found.no, o.id, o.no as "orderNo" from (
        select drawing_no as no, order_id from drawings where plant_id = ${plantId} and key = any(${keys}::text[])
        union select mark, order_id from marks where plant_id = ${plantId} and mark = any(${numbers}::text[])
      ) found join orders o on o.id = found.order_id
      where o.id <> ${orderId} order by o.id`,
  )
  return new Map(rows.map(({ no, id, orderNo }) => [drawingKey(no), { id: String(id), no: orderNo }]))
}

export const fileView = ({ row, ...file }: WaitingFile): DrawingFileRow => ({
  id: String(row.id),
  fileName: row.file_name,
  bytes: row.bytes,
  pages: row.pages,
  drawingNo: row.drawing_no,
  revision: row.revision,
  title: row.title,
  kind: file.kind,
  source: row.source,
  outcome: file.outcome,
  current: file.current,
  other: file.other,
  // A general drawing may have every mark of an order: the list names the first.
  marks: file.marks.slice(0, 20).map(({ id, mark }) => ({ id: String(id), mark })),
  version: row.version,
})

type FilesApi = (typeof drawingsApi)['GET /api/orders/:id/drawing-files']

/** Waiting files of an order; those that need a decision come first. */
export async function listFiles(
  reads: Reads,
  actor: Actor,
  orderId: string,
  query: QueryOf<FilesApi>,
): Promise<ReplyOf<FilesApi>> {
  const status = await orderStatus(reads, actor.plantId, orderId)
  const all = await waitingFiles(reads, actor.plantId, Number(orderId))
  const counts: Partial<Record<FileOutcome, number>> = {}
  for (const { outcome } of all) counts[outcome] = (counts[outcome] ?? 0) + 1
  const words = (query.q ?? '').toLowerCase()
  const matching = all
    .filter(
      ({ outcome }) =>
        query.outcome === undefined || query.outcome.length === 0 || query.outcome.includes(outcome),
    )
    .filter(({ row }) => `${row.file_name} ${row.drawing_no}`.toLowerCase().includes(words))
    .sort(
      (a, b) => Number(a.isReady) - Number(b.isReady) || a.row.file_name.localeCompare(b.row.file_name, 'en'),
    )
  if (query.sort !== undefined) matching.sort((a, b) => (a.row.file_name < b.row.file_name ? -1 : 1))
  if (query.sort === '-fileName') matching.reverse()
  const size = query.pageSize ?? usualPageSize
  const from = ((query.page ?? 1) - 1) * size
  return {
    items: matching.slice(from, from + size).map(fileView),
    total: matching.length,
    counts,
    ready: all.filter(({ isReady }) => isReady).length,
    can: { add: canEditDrawings(actor.tags, status) },
  }
}

export async function orderStatus(reads: Reads, plantId: number, orderId: string): Promise<string> {
  const [order] = await readRows(
    reads,
    sql<{ status: string }>`select status from orders where plant_id = ${plantId} and id = ${orderId}`,
  )
  return order?.status ?? fail('not_found')
}

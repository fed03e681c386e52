import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import {
  maxPlateRows,
  type PlateResultRecord,
  plateResultRecord,
  type platesApi,
} from '@cloud-factory/contract/plates/plates'
import type { Fields } from '@cloud-factory/domain/resource/resource'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import type { UploadedFile } from '../../platform/http/routes.ts'
import { folded, importColumns } from '../../platform/import/import-columns.ts'
import { previewImport } from '../../platform/import/preview-import.ts'
import { readTableInWorker } from '../../platform/table/read-table-file.ts'
import { heatNumber } from '../material/public.ts'
import { canReportParts, type CountedPart, countedParts, keyOf } from '../parts/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { type JobPart, jobParts, onePlateJob } from './plate-jobs.queries.ts'
import { namedSteel } from './plate-stock.queries.ts'
import type { OpenPart, ResultError } from './plate-fit.ts'
import { ResultPlan } from './result-plan.ts'

const fields = {
  job: { type: 'text', max: 40 },
  part: { type: 'text', max: 80, required: true },
  order: { type: 'text', max: 60 },
  mark: { type: 'text', max: 80 },
  quantity: { type: 'number', max: 100_000, label: 'common:field.quantity' },
  plate: { type: 'text', max: 60 },
  heat: { type: 'text', max: 60 },
  remnantLength: { type: 'number', max: 100_000, optional: true },
  remnantWidth: { type: 'number', max: 100_000, optional: true },
  location: { type: 'text', max: 60, label: 'common:field.location' },
} as const satisfies Fields

/** What machines and people call these columns, besides our labels; without blanks, in lower case. */
const titles: Readonly<Record<keyof typeof fields, string>> = {
  job: '作业 作业号 任务号 jobno jobnumber trabajo',
  part: '零件 零件号 零件名称 零件名 partname partno partnumber pieza marca',
  order: '订单 订单号 orderno pedido',
  mark: '构件 构件号 assembly conjunto',
  quantity: '件数 qty pieces pcs piezas',
  plate: '板号 钢板 钢板号 sheet sheetno platename chapa plancha',
  heat: '炉号 炉批 炉批号 heatno heatnumber colada',
  remnantLength: '余料长 余料长度 remnantlengthmm largodelretal',
  remnantWidth: '余料宽 余料宽度 remnantwidthmm anchodelretal',
  location: '库位 余料库位 storage ubicacion',
}
const fieldOf: ReadonlyMap<string, string> = new Map(
  Object.entries(titles).flatMap(([field, words]) => words.split(' ').map((word) => [word, field])),
)

/** A row as it is compared: heats as they are stored. */
export const plainRecord = (record: PlateResultRecord): PlateResultRecord => ({
  ...record,
  heat: heatNumber(record.heat),
})

/** The same for the same rows in any order, whatever the file is called. */
export const hashOf = (jobId: number, records: readonly PlateResultRecord[]): string => {
  const rows = records.map((record) =>
    JSON.stringify([
      record.part,
      record.order,
      record.mark,
      record.quantity,
      record.plate,
      record.heat,
      record.remnantLength,
      record.remnantWidth,
    ]),
  )
  return createHash('sha256')
    .update(JSON.stringify([jobId, ...rows.toSorted()]))
    .digest('hex')
}

export type Checks = Pick<Map<string, CountedPart>, 'get'>

/** Parts of a job as a result finds them. */
export async function openParts(
  reads: Reads,
  actor: Actor,
  parts: readonly JobPart[],
  counters: Checks,
): Promise<OpenPart[]> {
  const orders = await readRows(
    reads,
    sql<{ id: number; status: string; heat: boolean }>`
      select o.id, o.status, coalesce(m.heat, false) as heat from orders o
        left join material_projects m on m.plant_id = o.plant_id and m.project_id = o.project_id
      where o.plant_id = ${actor.plantId} and o.id = any(${[...new Set(parts.map((part) => part.order_id))]}::bigint[])`,
  )
  const byId = new Map(orders.map((order) => [order.id, order]))
  return parts.map((part) => {
    const order = byId.get(part.order_id)
    const markId = part.mark_id ?? 0
    const now = counters.get(keyOf({ markId, partMark: part.part_mark }))
    const verdict = canReportParts(actor.tags, order?.status ?? '')
    return {
      id: part.id,
      markId,
      orderNo: part.order_no,
      mark: part.mark,
      partMark: part.part_mark,
      shape: steelShape(part.profile),
      grade: part.grade,
      kg: part.kg,
      open: part.quantity - part.cut,
      problem: verdict === true ? counterProblem(now) : verdict,
      needsHeat: order?.heat ?? false,
    }
  })
}

const counterProblem = (now: CountedPart | undefined): string | null =>
  now === undefined ? 'part.revised' : now.held ? 'work.piece_held' : null

/** A planner for the rows of a result; `counters` are locked when it is to be applied. */
export async function plannerOf(
  reads: Reads,
  actor: Actor,
  job: { readonly id: number; readonly no: string },
  { records, counters }: { readonly records: readonly PlateResultRecord[]; readonly counters: Checks | null },
) {
  const parts = await jobParts(reads, job.id)
  const found = counters ?? (await currentCounters(reads, actor.plantId, parts))
  const [open, steel] = [
    await openParts(reads, actor, parts, found),
    await namedSteel(reads, actor.plantId, records, counters !== null),
  ]
  return new ResultPlan({ job: job.no, parts: open, ...steel })
}

export async function currentCounters(
  reads: Reads,
  plantId: number,
  parts: readonly JobPart[],
): Promise<Checks> {
  const ids = [...new Set(parts.flatMap(({ mark_id: id }) => id ?? []))]
  const rows = await readRows(
    reads,
    countedParts(sql`m.plant_id = ${plantId} and m.id = any(${ids}::bigint[])`),
  )
  return new Map(rows.map((row) => [keyOf(row), row]))
}

type Preview = ReplyOf<(typeof platesApi)['POST /api/plate-jobs/:id/results/preview']>

async function rowsOf([file]: readonly UploadedFile[], signal: AbortSignal) {
  if (file === undefined || file.bytes === 0)
    return fail('file.empty', { params: { file: file?.name ?? '' } })
  const rows = await readTableInWorker(await readFile(file.path), { name: file.name, signal })
  const filled = rows.filter((row) => row.some((cell) => cell !== null)).length
  if (filled > maxPlateRows + 1) reject('import.too_many', { rows: filled - 1, most: maxPlateRows })
  // A known title of the first rows becomes the name of its field.
  return rows.map((row, at) =>
    at < 10 ? row.map((cell) => fieldOf.get(folded(String(cell ?? ''))) ?? cell) : row,
  )
}

/** What a result would do: each row with its errors, and the records of those without. */
export async function previewResult(
  reads: Reads,
  actor: Actor,
  id: string,
  { files, signal }: { readonly files: readonly UploadedFile[]; readonly signal: AbortSignal },
): Promise<Preview> {
  const job = await onePlateJob(reads, actor, id)
  requireAllowed(job.can.report)
  const rows = await rowsOf(files, signal)
  const columns = importColumns(fields, 'plates')
  const base = {
    columns,
    schema: plateResultRecord,
    unique: 'part',
    keyOf: () => '',
    existing: async () => new Set<string>(),
  }
  // Read once for what the rows name, and once more to check them.
  const plain = await previewImport({ ...base, check: async () => undefined }, rows)
  const records = recordsOf(plain)
  const plan = await plannerOf(reads, actor, { id: Number(id), no: job.no }, { records, counters: null })
  const check = async (record: unknown) => {
    const error = plan.take(plainRecord(record as PlateResultRecord))
    if (error !== null) failRow(error)
  }
  const preview = await previewImport({ ...base, check }, rows)
  // The whole file, or only its right rows, may have been applied before.
  const hashes = [records, recordsOf(preview)].map((rows) => hashOf(Number(id), rows))
  return { ...preview, applied: await appliedBefore(reads, actor.plantId, hashes) }
}

/** Fails with the error of a row. */
export const failRow = ({ field, reason, params }: ResultError): never =>
  reject(reason, { ...(field !== null && { field }), ...params })

const recordsOf = ({ rows }: Pick<Preview, 'rows'>): PlateResultRecord[] =>
  rows.flatMap(({ record }) => (record === null ? [] : [plainRecord(record as PlateResultRecord)]))

async function appliedBefore(
  reads: Reads,
  plantId: number,
  hashes: readonly string[],
): Promise<Preview['applied']> {
  const [row] = await readRows(
    reads,
    sql<{ no: string; at: Date; by: string }>`
      select j.no, r.applied_at as at, r.applied_by_name as by from plate_results r join plate_jobs j on j.id = r.job_id
      where r.plant_id = ${plantId} and r.sha256 = any(${[...hashes]}::text[]) and r.undone_at is null order by r.id desc limit 1`,
  )
  return row === undefined ? null : { job: row.no, at: row.at.toISOString(), by: row.by }
}

import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  PlateJobDetail,
  PlateJobPart,
  PlateJobRow,
  PlateRemnantRow,
  PlateResult,
  platesApi,
} from '@cloud-factory/contract/plates/plates'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf, bothWays, countedPage, limitOf, pageRows } from '../../platform/db/list-page.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { containsPattern } from '../../platform/search/search-text.ts'
import { bundleFiles } from '../order-import/public.ts'
import { plateJobCan, plateRemnantCan, plateResultCan } from './plates.policy.ts'

type JobsApi = (typeof platesApi)['GET /api/plate-jobs']
type StoredJob = Selectable<Tables['plate_jobs']>

const sorts = bothWays({ id: ['id'] })

export function plateJobsWhere(
  plantId: number,
  { q = '', status = [] }: QueryOf<JobsApi>,
): RawBuilder<unknown> {
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    q === '' ? null : sql`(no || ' ' || note) ilike ${containsPattern(q)}`,
  ])
}

export const plateJobsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<StoredJob>`select * from plate_jobs where ${where} order by ${order} ${limit}`

export async function listPlateJobs(
  reads: Reads,
  actor: Actor,
  query: QueryOf<JobsApi>,
): Promise<ReplyOf<JobsApi>> {
  const where = plateJobsWhere(actor.plantId, query)
  const page = plateJobsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`plate_jobs`, where)
  return { items: rows.map((row) => jobView(row, actor)), total }
}

const jobView = (row: StoredJob, { tags }: Actor): PlateJobRow => ({
  id: String(row.id),
  no: row.no,
  status: row.status,
  note: row.note,
  pieces: row.pieces,
  cut: row.cut,
  kg: row.kg,
  due: row.due_on,
  createdAt: row.created_at.toISOString(),
  updatedBy: row.updated_by_name,
  version: row.version,
  can: plateJobCan(tags, row),
})

export type JobPart = Selectable<Tables['plate_job_parts']>

/** Parts of a job in their order. */
export const jobParts = (reads: Reads, jobId: number): Promise<JobPart[]> =>
  readRows(reads, sql<JobPart>`select * from plate_job_parts where job_id = ${jobId} order by position`)

/** The row of a job; fails with `not_found` when the plant has no such job. */
export async function storedJob(reads: Reads, plantId: number, id: string): Promise<StoredJob> {
  const where = sql`plant_id = ${plantId} and id = ${id}`
  const [row] = await readRows(reads, plateJobsOf(where, sql`id`, sql`limit 1`))
  return row ?? fail('not_found')
}

/** One job; fails with `not_found` when the plant has no such job. */
export async function onePlateJob(reads: Reads, actor: Actor, id: string): Promise<PlateJobDetail> {
  const row = await storedJob(reads, actor.plantId, id)
  const [parts, results] = await Promise.all([jobParts(reads, row.id), resultsOf(reads, row, actor)])
  const { fileOf } = await bundleFiles(reads, actor.plantId, parts)
  return {
    ...jobView(row, actor),
    parts: parts.map((part) => partView(part, fileOf(part)?.name ?? null)),
    results,
  }
}

const partView = (row: JobPart, file: string | null): PlateJobPart => ({
  id: String(row.id),
  order: { id: String(row.order_id), no: row.order_no },
  mark: row.mark,
  part: row.part_mark,
  profile: row.profile,
  grade: row.grade,
  thicknessMm: row.thickness_mm,
  widthMm: row.width_mm,
  lengthMm: row.length_mm,
  kg: row.kg,
  due: row.due_on,
  quantity: row.quantity,
  cut: row.cut,
  file,
})

type ResultRow = Selectable<Tables['plate_results']> & Pick<PlateResult, 'plates' | 'remnants'>

/** Results of a job, at most so many. */
const maxResults = 500

async function resultsOf(reads: Reads, job: StoredJob, { tags }: Actor): Promise<PlateResult[]> {
  const rows = await readRows(
    reads,
    sql<ResultRow>`
      select r.*, (select coalesce(jsonb_agg(jsonb_build_object('heat', h.no, 'plate', c.plate, 'kg', c.kg,
          'remnantId', c.remnant_id::text) order by c.position), '[]')
        from plate_cuts c join material_lots l on l.id = c.lot_id join heats h on h.id = l.heat_id
        where c.result_id = r.id) as plates,
        (select coalesce(jsonb_agg(jsonb_build_object('id', m.id::text, 'lengthMm', m.length_mm, 'widthMm', m.width_mm)
          order by m.id), '[]') from plate_remnants m where m.result_id = r.id) as remnants
      from plate_results r where r.job_id = ${job.id} order by r.id desc limit ${maxResults}`,
  )
  return rows.map((row) => ({
    id: String(row.id),
    file: row.file_name,
    pieces: row.pieces,
    kg: row.kg,
    plates: row.plates,
    remnants: row.remnants,
    appliedAt: row.applied_at.toISOString(),
    appliedBy: row.applied_by_name,
    undone:
      row.undone_at === null
        ? null
        : { at: row.undone_at.toISOString(), by: row.undone_by_name ?? '', reason: row.undo_reason ?? '' },
    can: plateResultCan(tags, { status: job.status, isUndone: row.undone_at !== null }),
  }))
}

type RemnantsApi = (typeof platesApi)['GET /api/plate-remnants']

interface RemnantRow extends Selectable<Tables['plate_remnants']> {
  readonly heat: string
  readonly grade: string
  readonly profile: string
  readonly thickness: number | null
  readonly job_id: number
  readonly job_no: string
}

export function remnantsWhere(
  plantId: number,
  { q = '', status = [] }: QueryOf<RemnantsApi>,
): RawBuilder<unknown> {
  return allOf([
    sql`plant_id = ${plantId}`,
    status.length === 0 ? null : sql`status = any(${[...status]}::text[])`,
    q === ''
      ? null
      : sql`('P' || id = upper(${q}) or location ilike ${containsPattern(q)} or lot_id in (select l.id from material_lots l
          where l.plant_id = ${plantId} and l.search like ${containsPattern(q.toLowerCase())}))`,
  ])
}

export const remnantsOf = (
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
) => sql<RemnantRow>`
  ${pageRows('plate_remnants', where, order, limit)}
  select page.*, h.no as heat, g.code as grade, l.profile, l.thickness_mm::float8 as thickness, j.id as job_id, j.no as job_no
  from page join material_lots l on l.id = page.lot_id join heats h on h.id = l.heat_id join steel_grades g on g.id = h.grade_id
    join plate_results r on r.id = page.result_id join plate_jobs j on j.id = r.job_id
  order by page.place`

export async function listPlateRemnants(
  reads: Reads,
  actor: Actor,
  query: QueryOf<RemnantsApi>,
): Promise<ReplyOf<RemnantsApi>> {
  const where = remnantsWhere(actor.plantId, query)
  const page = remnantsOf(where, sorts[query.sort ?? '-id'], limitOf(query))
  const { rows, total } = await countedPage(reads, page, sql`plate_remnants`, where)
  return { items: rows.map((row) => remnantView(row, actor)), total }
}

/** One remnant; fails with `not_found` when the plant has no such remnant. */
export async function onePlateRemnant(reads: Reads, actor: Actor, id: string): Promise<PlateRemnantRow> {
  const where = sql`plant_id = ${actor.plantId} and id = ${id}`
  const [row] = await readRows(reads, remnantsOf(where, sql`id`, sql`limit 1`))
  return row === undefined ? fail('not_found') : remnantView(row, actor)
}

const remnantView = (row: RemnantRow, { tags }: Actor): PlateRemnantRow => ({
  id: String(row.id),
  heat: row.heat,
  grade: row.grade,
  profile: row.profile,
  thicknessMm: row.thickness,
  lengthMm: row.length_mm,
  widthMm: row.width_mm,
  kg: row.kg,
  status: row.status,
  location: row.location,
  job: { id: String(row.job_id), no: row.job_no },
  createdAt: row.created_at.toISOString(),
  version: row.version,
  can: plateRemnantCan(tags, row.status),
})

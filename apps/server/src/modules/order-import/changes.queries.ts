import type { QueryOf, ReplyOf } from '@cloud-factory/contract/endpoint'
import type {
  ImportChangeRow,
  importRevisionsApi,
  PartGeometry,
  partDrawingsApi,
  ImportPartRow,
  importPartsApi,
} from '@cloud-factory/contract/order-import/import-revisions'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ImportSample } from '@cloud-factory/contract/order-import/import-readings'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { prefixPattern } from '../../platform/search/search-text.ts'
import { requireImport } from './imports.queries.ts'
import { allOf, bothWays, limitOf } from '../../platform/db/list-page.ts'
import { claimedRoutes } from '../production/public.ts'
import { goneStatuses, canAccept, waitingStatuses } from './revision.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { fail } from '../../platform/http/domain-error.ts'
import type { ListSample } from './parsing/import.types.ts'

type ChangesApi = (typeof importRevisionsApi)['GET /api/imports/:id/changes']

const sorts = bothWays({ mark: ['mark'] })

interface ChangeReadRow extends Selectable<Tables['import_changes']> {
  readonly floor: ImportChangeRow['floor'] | null
  readonly started_now: number | null
  readonly held_now: number | null
  readonly enters_work: boolean
  readonly route: ImportChangeRow['route']
}

/** Changes of an import, each with the current status of its mark's pieces. */
export async function listChanges(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<ChangesApi>,
): Promise<ReplyOf<ChangesApi>> {
  const where = allOf([
    sql`job_id = ${id} and plant_id = ${plantId}`,
    query.kind === undefined || query.kind.length === 0 ? null : sql`kind = any(${query.kind}::text[])`,
    query.decision === undefined ? null : sql`decision = ${query.decision}`,
    query.touched === undefined ? null : sql`started > 0 and kind in ('changed', 'removed')`,
    query.q === undefined || query.q === '' ? null : beginsWith(query.q),
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, changesOf(plantId, where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from import_changes where ${where}`),
    requireImport(reads, plantId, id),
  ])
  return { items: rows.map(changeView), total: counted[0]?.total ?? 0 }
}

const beginsWith = (q: string) =>
  sql`(mark like ${prefixPattern(q)} or mark like ${prefixPattern(q.toUpperCase())})`

export function changesOf(plantId: number, where: RawBuilder<unknown>, query: QueryOf<ChangesApi>) {
  const order = sorts[query.sort ?? 'mark']
  return sql<ChangeReadRow>`
    with page as (select * from import_changes where ${where} order by ${order} ${limitOf(query)})
    select page.*, now.floor, now.started_now, now.held_now, work.enters_work, case when work.enters_work then (
        select jsonb_build_object('code', r.code, 'names', r.names)
        from import_marks m join (${claimedRoutes(plantId)}) claimed using (kind) join routes r on r.id = claimed.route_id
        where m.id = page.import_mark_id) end as route
    from page
      cross join lateral (
        select page.kind = 'added' and exists (select from import_jobs j join orders o on o.id = j.order_id
          where j.id = page.job_id and o.released_at is not null) as enters_work
      ) work
      left join lateral (
        select jsonb_object_agg(status, pieces) as floor, sum(started)::int as started_now, sum(held)::int as held_now
        from (
          select p.status, count(*) as pieces, count(*) filter (where p.holds > 0) as held,
            count(*) filter (where p.status <> all(${goneStatuses}::text[]) and not (
              p.status = any(${waitingStatuses}::text[]) and p.steps_done = 0 and p.step_part = 0)) as started
          from import_jobs j join marks m on m.order_id = j.order_id and m.mark = page.mark
            join pieces p on p.mark_id = m.id
          where j.id = page.job_id group by p.status
        ) s
      ) now on true
    order by ${order}`
}

function changeView(row: ChangeReadRow): ImportChangeRow {
  const after = row.after as ImportChangeRow['after']
  const kind = row.kind
  const started = row.started_now ?? 0
  return {
    id: String(row.id),
    mark: row.mark,
    kind,
    fields: row.fields as ImportChangeRow['fields'],
    before: row.before as ImportChangeRow['before'],
    after,
    decision: row.decision,
    floor: row.floor ?? {},
    started,
    heldPieces: row.held_now ?? 0,
    entersWork: row.enters_work,
    route: row.route,
    can: { accept: canAccept({ kind, started, target: after?.quantity ?? null }) },
  }
}

/** First lines of an import and its columns; empty while it is being read. */
export async function importSample(reads: Reads, plantId: number, id: string): Promise<ImportSample> {
  const [job] = await readRows(
    reads,
    sql<{
      sample: ListSample | null
      reading: { encoding?: ImportSample['chosenEncoding']; units?: ImportSample['chosenUnits'] }
    }>`
      select sample, reading from import_jobs where plant_id = ${plantId} and id = ${id}`,
  )
  if (job === undefined) fail('not_found')
  const { lines = [], rows = [], headerRow = null, columns = [] } = job.sample ?? {}
  return {
    lines,
    rows,
    headerRow,
    columns,
    chosenEncoding: job.reading.encoding ?? null,
    chosenUnits: job.reading.units ?? null,
  }
}

/** Faces of a part; fails with `not_found` when the plant has no such part. */
export async function partDrawing(
  reads: Reads,
  plantId: number,
  id: string,
): Promise<ReplyOf<(typeof partDrawingsApi)['GET /api/parts/:id/drawing']>> {
  const [part] = await readRows(
    reads,
    sql<{ part_mark: string; profile: string; geometry: PartGeometry | null }>`
      select part_mark, profile, geometry from parts where plant_id = ${plantId} and id = ${id}`,
  )
  if (part === undefined) fail('not_found')
  return { id, partMark: part.part_mark, profile: part.profile, geometry: part.geometry }
}

type PartsApi = (typeof importPartsApi)['GET /api/imports/:id/parts']
type ImportPartReadRow = Selectable<Tables['import_parts']>

const partSorts = bothWays({ partMark: ['part_mark'] })

const partBeginsWith = (q: string) =>
  sql`(part_mark like ${prefixPattern(q)} or part_mark like ${prefixPattern(q.toUpperCase())})`

export const importPartsOf = (where: RawBuilder<unknown>, query: QueryOf<PartsApi>) =>
  sql<ImportPartReadRow>`
    select * from import_parts where ${where} order by ${partSorts[query.sort ?? 'partMark']} ${limitOf(query)}`

/** Part files of an import against the listed parts; fails with `not_found` when the plant has no such import. */
export async function listImportParts(
  reads: Reads,
  plantId: number,
  id: string,
  query: QueryOf<PartsApi>,
): Promise<ReplyOf<PartsApi>> {
  const where = allOf([
    sql`job_id = ${id} and plant_id = ${plantId}`,
    query.state === undefined ? null : sql`state = ${query.state}`,
    query.q === undefined || query.q === '' ? null : partBeginsWith(query.q),
  ])
  const [rows, counted] = await Promise.all([
    readRows(reads, importPartsOf(where, query)),
    readRows(reads, sql<{ total: number }>`select count(*) as total from import_parts where ${where}`),
    requireImport(reads, plantId, id),
  ])
  return { items: rows.map(partView), total: counted[0]?.total ?? 0 }
}

const partView = (row: ImportPartReadRow): ImportPartRow => ({
  id: String(row.id),
  partMark: row.part_mark,
  state: row.state,
  fields: row.fields as ImportPartRow['fields'],
  file: row.file,
  marks: row.marks,
  listed: row.listed as ImportPartRow['listed'],
  inFile: row.in_file as ImportPartRow['inFile'],
  completes: row.completes,
})

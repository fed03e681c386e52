import type {
  PlateLayoutView,
  PlateNest,
  PlateNesting,
  PlateNestRules,
} from '@cloud-factory/contract/plates/plate-nests'
import type { CodeHit } from '@cloud-factory/contract/identity/access'
import { type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { canCut } from '../material/public.ts'
import { partCode } from '../parts/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { type JobPart, jobParts, storedJob } from './plate-jobs.queries.ts'
import { freePlates } from './plate-stock.queries.ts'
import { canNestPlates, canReportLayout, plateNestCan } from './plates.policy.ts'
import type { StoredPlateNest } from './save-plate-nest.ts'

/** Proposed for the first nest: a cutting table, and steel at a usual price. */
const firstRules: PlateNestRules = {
  kerfMm: 3,
  trimMm: 10,
  minRemnantLengthMm: 1000,
  minRemnantWidthMm: 300,
  rotate: true,
  pricePerTonne: 4000,
  remnantPercent: 70,
  buy: [],
  seconds: 20,
}

interface LayoutRow extends Selectable<Tables['plate_layouts']> {
  readonly heat: string | null
  readonly location: string | null
  readonly at: Date | null
  readonly by: string | null
}

/** Layouts of a job that are shown, at most. */
const maxLayouts = 1000

/** Layouts of the latest nest of a job, and those of earlier ones that are cut. */
export const layoutsOf = (jobId: number, nestId: number) => sql<LayoutRow>`
  select y.*, h.no as heat, coalesce(r.location, l.location) as location, c.applied_at as at, c.applied_by_name as by
  from plate_layouts y left join material_lots l on l.id = y.lot_id left join heats h on h.id = l.heat_id
    left join plate_remnants r on r.id = y.remnant_id left join plate_results c on c.id = y.result_id
  where y.job_id = ${jobId} and (y.status = 'cut' or (y.nest_id = ${nestId} and y.status <> 'cancelled'))
  order by y.nest_id, y.position limit ${maxLayouts}`

/** The nesting of a job; fails with `not_found` when the plant has no such job. */
export async function onePlateNesting(reads: Reads, actor: Actor, jobId: string): Promise<PlateNesting> {
  const job = await storedJob(reads, actor.plantId, jobId)
  const [[nest], [latest], parts] = await Promise.all([
    readRows(
      reads,
      sql<StoredPlateNest>`select * from plate_nests where job_id = ${job.id} order by id desc limit 1`,
    ),
    readRows(
      reads,
      sql<StoredPlateNest>`select * from plate_nests where plant_id = ${actor.plantId} order by id desc limit 1`,
    ),
    jobParts(reads, job.id),
  ])
  const [layouts, unsized] = await Promise.all([
    readRows(reads, layoutsOf(job.id, nest?.id ?? 0)),
    unsizedLots(reads, actor.plantId, parts),
  ])
  const byId = new Map(parts.map((part) => [String(part.id), part]))
  const items = layouts.map((row, at) => layoutView(row, at + 1, byId, actor))
  const planned = layouts.filter((row) => row.status === 'planned' && row.lot_id !== null).length
  return {
    job: { id: String(job.id), no: job.no, version: job.version },
    nest: nest === undefined ? null : nestView(nest, planned, actor),
    layouts: items,
    rules: latest?.rules ?? firstRules,
    unsized,
    can: { nest: nest?.status === 'solving' ? 'nest.solver_busy' : canNestPlates(actor.tags, job.status) },
  }
}

/** Lots that fit parts of a job, but whose plates have no size. */
async function unsizedLots(
  reads: Reads,
  plantId: number,
  parts: readonly JobPart[],
): Promise<PlateNesting['unsized']> {
  const { lots } = await freePlates(reads, plantId, [...new Set(parts.map((part) => part.thickness_mm))])
  return lots
    .filter(
      ({ steel, lengthMm, widthMm }) =>
        (lengthMm === null || widthMm === null) &&
        parts.some(
          ({ profile, grade }) =>
            canCut(steel, { shape: steelShape(profile), grade: grade || null }) === true,
        ),
    )
    .slice(0, 50)
    .map(({ id, heat, profile, plates }) => ({ lotId: String(id), heat, profile, plates }))
}

const nestView = (row: StoredPlateNest, planned: number, { tags }: Actor): PlateNest => ({
  id: String(row.id),
  status: row.status,
  reason: row.reason,
  rules: row.rules,
  cost: row.cost,
  bound: row.bound,
  waste: row.waste,
  ended: row.ended as PlateNest['ended'],
  unmade: [...row.unmade],
  version: row.version,
  can: plateNestCan(tags, row.status, planned),
})

function layoutView(
  row: LayoutRow,
  position: number,
  parts: ReadonlyMap<string, JobPart>,
  { tags, plantId }: Actor,
): PlateLayoutView {
  const plate = row.length_mm * row.width_mm
  const { drawing, lot_id: lotId, remnant_id: remnantId } = row
  return {
    id: String(row.id),
    position,
    code: layoutCode(plantId, row.id),
    status: row.status,
    thicknessMm: row.thickness_mm,
    grade: row.grade,
    source:
      lotId === null
        ? null
        : {
            lotId: String(lotId),
            remnantId: remnantId === null ? null : String(remnantId),
            heat: row.heat ?? '',
            location: row.location ?? '',
          },
    lengthMm: row.length_mm,
    widthMm: row.width_mm,
    waste: row.waste_mm2 / plate,
    remnantShare: row.remnants_mm2 / plate,
    parts: drawing.parts.map(({ partId, ...place }, at) => {
      const part = parts.get(partId)
      return {
        ...place,
        no: at + 1,
        order: part?.order_no ?? '',
        mark: part?.mark ?? '',
        part: part?.part_mark ?? '',
        scrapped: row.scrapped.includes(at + 1),
        code: typeof part?.mark_id === 'number' ? partCode(plantId, part.mark_id, part.part_mark) : null,
      }
    }),
    remnants: [...drawing.remnants],
    cuts: [...drawing.cuts],
    cut: row.at === null ? null : { at: row.at.toISOString(), by: row.by ?? '' },
    can: { report: canReportLayout(tags, row.status) },
  }
}

/** Text of the code on the sheet of a layout: its position changes when the job is nested again, its id never. */
const layoutCode = (plantId: number, id: number): string => `CFL1:${plantId}:${id}`

/** The layout of a scanned sheet, and the plate job with this number, for those who may read orders. */
export const platesByCode =
  (reads: Reads) =>
  async ({ plantId, tags }: Actor, code: string, limit: number): Promise<CodeHit[]> => {
    const [, plant, layoutId = null] = /^CFL1:(\d{1,9}):(\d{1,18})$/i.exec(code) ?? []
    // Sheets from before have the number of the job and the position of the layout.
    const number = code.toUpperCase()
    if (!tags.includes('order.view') || (plant !== undefined && Number(plant) !== plantId)) return []
    const rows = await readRows(
      reads,
      sql<{ id: number; no: string; note: string; layout: number | null }>`
        select j.id, j.no, j.note, y.id as layout from plate_jobs j left join plate_layouts y on y.job_id = j.id and y.id = ${layoutId}
        where j.plant_id = ${plantId}
          and ${layoutId === null ? sql`j.no = any(${[number, number.replace(/-\d+$/, '')]}::text[])` : sql`j.id = (select job_id from plate_layouts where id = ${layoutId})`}
        limit ${limit}`,
    )
    return rows.map(({ id, no, note, layout }) => ({
      kind: layout === null ? 'plateJob' : 'plateLayout',
      id: String(layout ?? id),
      code: layout === null ? no : code,
      name: layout === null ? note : no,
      project: null,
      status: null,
      profile: null,
      path: `/order/plate-job/${id}${layout === null ? '' : `?layout=${layout}`}`,
    }))
  }

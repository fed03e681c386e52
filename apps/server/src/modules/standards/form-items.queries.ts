import { requiredSizes } from '@cloud-factory/contract/standards/limits.rules'
import type { Names } from '@cloud-factory/contract/planning/processes'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import type {
  InspectedShape,
  InspectionStage,
  SizeName,
  certainties,
  itemClasses,
  itemMeasures,
  VerdictFamily,
} from '@cloud-factory/domain/inspection/quality-enums'
import { sql } from 'kysely'
import { type Reads, readRows } from '../../platform/db/handles.ts'

/** An item of an edition, as a form is made from it. */
export interface FormItem {
  readonly id: number
  readonly position: number
  readonly names: Names
  readonly class: (typeof itemClasses)[number]
  readonly measures: (typeof itemMeasures)[number]
  /** The size that is its nominal value; null when it is judged against none. */
  readonly nominalOf: SizeName | null
  readonly rule: ToleranceRule
  /** Sizes that limits and nominal value are made of. */
  readonly sizes: readonly SizeName[]
  /** Its limits differ at a joint and elsewhere: the form asks where. */
  readonly asksPlace: boolean
  readonly unit: string
  readonly tool: string
  readonly points: number
  readonly clause: string
  readonly certainty: (typeof certainties)[number]
}

type Stored = Omit<FormItem, 'sizes' | 'asksPlace'>

/**
 * Items of an edition for a shape and a stage, in the order of the form; an item without stages belongs to all of them, one
 * that judges only some members to none.
 * Empty when the plant has no such edition.
 */
export const itemsOfForm = (
  reads: Reads,
  plantId: number,
  editionId: number,
  shape: InspectedShape,
  stage: InspectionStage,
): Promise<FormItem[]> => itemsOf(reads, plantId, { editionId, shape, stage, optional: false })

interface FormQuery {
  readonly editionId: number
  readonly shape: InspectedShape
  readonly stage: InspectionStage
}

/** The others: items that judge only some members of the shape, in their order. */
export const optionalItemsOfForm = (reads: Reads, plantId: number, query: FormQuery): Promise<FormItem[]> =>
  itemsOf(reads, plantId, { ...query, optional: true })

async function itemsOf(
  reads: Reads,
  plantId: number,
  { editionId, shape, stage, optional }: FormQuery & { readonly optional: boolean },
): Promise<FormItem[]> {
  const rows = await readRows(
    reads,
    sql<Stored>`
      select id, position, names, class, measures, nominal_of as "nominalOf", rule, unit, tool, points, clause, certainty
      from standard_items
      where plant_id = ${plantId} and edition_id = ${editionId} and shape = ${shape}
        and optional = ${optional} and (stages = '{}' or ${stage} = any(stages))
      order by position`,
  )
  return rows.map((row) => {
    const { zh, en, es } = row.names
    const required = new Set(requiredSizes(row.rule))
    if (row.nominalOf !== null) required.add(row.nominalOf)
    return { ...row, names: { zh, en, es }, sizes: [...required], asksPlace: row.rule.kind === 'byPlace' }
  })
}

/** An edition as an inspection freezes it. */
export interface FormEdition {
  readonly id: number
  readonly standardId: number
  readonly code: string
  readonly no: string
  readonly status: 'draft' | 'approved' | 'retired'
  readonly verdict: VerdictFamily
}

const editionColumns = sql<FormEdition>`e.id, e.standard_id as "standardId", s.code, e.no, e.status, s.verdict`

/** One edition; null when the plant has no such. */
export async function editionOfForm(
  reads: Reads,
  plantId: number,
  editionId: number,
): Promise<FormEdition | null> {
  const rows = await readRows(
    reads,
    sql<FormEdition>`select ${editionColumns} from standard_editions e join standards s on s.id = e.standard_id
      where e.plant_id = ${plantId} and e.id = ${editionId}`,
  )
  return rows[0] ?? null
}

/** The edition that a standard is inspected by: the approved one that came last, else the first draft; null when neither is. */
export async function editionInUse(
  reads: Reads,
  plantId: number,
  standardId: number,
): Promise<FormEdition | null> {
  const rows = await readRows(
    reads,
    sql<FormEdition>`select ${editionColumns} from standard_editions e join standards s on s.id = e.standard_id
      where e.plant_id = ${plantId} and e.standard_id = ${standardId} and e.status <> 'retired'
      order by (e.status = 'approved') desc, e.approved_at desc nulls last, e.id limit 1`,
  )
  return rows[0] ?? null
}

import { sql } from 'kysely'
import type { Database } from '../../platform/db/handles.ts'
import { keepSums } from '../inspection/keep-sums.ts'

/** A judged inspection as statistics see it: one item, a reading a piece. */
export interface JudgedInspection {
  readonly no: string
  readonly judgedAt: string
  readonly stage?: string
  readonly verdict?: 'pass' | 'fail' | 'concession'
  readonly pieceIds: readonly number[]
  /** Verdict of each piece; left out: it was not measured. */
  readonly verdicts?: readonly ('pass' | 'fail' | null)[]
  /** Deviation in tolerances of each reading, the first of the first piece. */
  readonly shares?: readonly number[]
  readonly itemId?: number
  readonly parentId?: number
  readonly twoSided?: boolean
  /** Crew of each piece. */
  readonly crews?: ReadonlyMap<number, number>
  readonly projectId?: number
  readonly processId?: number
}

/** Writes a standard to inspect by; returns the edition. */
export const anEdition = (db: Database): Promise<number> =>
  db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      with s as (insert into standards (plant_id, code, names, verdict, updated_by_name)
        values (1, 'GB', '{}', 'gb', 'x') returning id)
      insert into standard_editions (plant_id, standard_id, no, updated_by_name) select 1, id, '2020', 'x' from s
      returning id`.execute(write)
    return rows[0]?.id ?? 0
  })

const usual = {
  stage: 'after_weld',
  verdict: 'pass',
  verdicts: [],
  shares: [],
  itemId: 1,
  twoSided: true,
  parentId: null,
  projectId: null,
  processId: null,
  crews: new Map<number, number>() as ReadonlyMap<number, number>,
} as const

/** Writes a judged inspection; returns its id. */
export const judged = (db: Database, edition: number, given: JudgedInspection): Promise<number> =>
  db.tx(async (write) => {
    const {
      no,
      judgedAt,
      stage,
      verdict,
      pieceIds,
      verdicts,
      shares,
      itemId,
      twoSided,
      parentId,
      projectId,
      processId,
      crews,
    } = {
      ...usual,
      ...given,
    }
    const { rows } = await sql<{ id: number; item: number }>`
      with i as (
        insert into inspections (plant_id, no, stage, status, verdict, edition_id, standard_code, shape, pieces, parent_id,
          project_id, process_id, submitted_at, judged_at, search, created_at, updated_by_name)
        values (1, ${no}, ${stage}, 'judged', ${verdict}, ${edition}, 'GB', 'beam', ${pieceIds.length},
          ${parentId}, ${projectId}, ${processId}, ${judgedAt}, ${judgedAt}, '', ${judgedAt}, 'x') returning id
      )
      insert into inspection_items (inspection_id, plant_id, position, item_id, names, class, measures, lower, upper, rule, unit,
        tool, points, clause)
      select id, 1, 0, ${itemId}, ${JSON.stringify({ zh: `项${itemId}`, en: 'i', es: 'i' })}, 'general',
        'size', ${twoSided ? -2 : 0}, 2, '{}', 'mm', '', 100, '8.1' from i
      returning inspection_id as id, id as item`.execute(write)
    const { id = 0, item = 0 } = rows[0] ?? {}
    for (const [at, pieceId] of pieceIds.entries())
      await sql`
        insert into inspection_pieces (inspection_id, piece_id, plant_id, serial, measured, verdict, crew_id)
        values (${id}, ${pieceId}, 1, ${String(pieceId)}, ${at === 0 && shares.length > 0}, ${verdicts[at] ?? null},
          ${crews.get(pieceId) ?? null})`.execute(write)
    for (const [at, share] of shares.entries())
      await sql`
        insert into readings (inspection_id, item_id, piece_id, point, plant_id, value, deviation, inside, share, read_at,
          read_by_name)
        values (${id}, ${item}, ${pieceIds[0] ?? 0}, ${at + 1}, 1, ${400 + share * 2}, ${share * 2}, ${Math.abs(share) <= 1},
          ${Math.abs(share)}, ${judgedAt}::timestamptz + ${at} * interval '1 second', 'x')`.execute(write)
    await keepSums(write, 1, [id])
    return id
  })

/** Two crews of a workshop. */
export const twoCrews = (db: Database): Promise<[number, number]> =>
  db.tx(async (write) => {
    const { rows } = await sql<{ id: number }>`
      with w as (insert into workshops (plant_id, code, name, updated_by_name) values (1, 'WS', '一车间', 'x') returning id)
      insert into crews (plant_id, workshop_id, code, name, updated_by_name)
      select 1, w.id, c, c, 'x' from w, unnest(array['甲班', '乙班']) c returning id`.execute(write)
    return rows.map(({ id }) => id) as [number, number]
  })

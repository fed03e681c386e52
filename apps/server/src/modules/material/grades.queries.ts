import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { GradeDetail, GradeRow, steelGradesApi } from '@cloud-factory/contract/material/steel-grades'
import { sql, type Selectable } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { allOf } from '../../platform/db/list-page.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { searchPattern } from '../../platform/search/search-text.ts'
import { gradeCan } from './material.rules.ts'
import type { Tables } from '../../platform/db/schema.ts'

export type StoredGrade = Selectable<Tables['steel_grades']>

/** Upper bound; no factory has as many editions. */
const maxGrades = 500

/** All editions; those in use before retired ones. */
export async function listGrades(
  reads: Reads,
  actor: Actor,
  q: string | undefined,
): Promise<ReplyOf<(typeof steelGradesApi)['GET /api/steel-grades']>> {
  const pattern = searchPattern(q ?? '')
  const where = allOf([
    sql`plant_id = ${actor.plantId}`,
    pattern === null ? null : sql`search like ${pattern}`,
  ])
  const rows = await readRows(
    reads,
    sql<StoredGrade>`select * from steel_grades where ${where}
      order by status = 'retired', standard, code, id limit ${maxGrades}`,
  )
  const add = actor.tags.includes('quality.standards') || 'permission.denied'
  return { items: rows.map((row) => gradeView(row, actor)), total: rows.length, can: { add } }
}

/** One edition; fails with `not_found` when the plant has no such edition. */
export async function oneGrade(reads: Reads, actor: Actor, id: string): Promise<GradeDetail> {
  const [row] = await readRows(
    reads,
    sql<StoredGrade>`select * from steel_grades where plant_id = ${actor.plantId} and id = ${id}`,
  )
  if (row === undefined) return fail('not_found')
  return { ...gradeView(row, actor), limits: [...row.limits] }
}

function gradeView(row: StoredGrade, actor: Actor): GradeRow {
  return {
    id: String(row.id),
    code: row.code,
    standard: row.standard,
    edition: row.edition,
    status: row.status,
    source: row.source,
    figures: row.limits.length,
    unchecked: row.limits.filter(({ certainty }) => certainty !== 'official').length,
    approvedAt: row.approved_at?.toISOString() ?? null,
    approvedBy: row.approved_by_name,
    version: row.version,
    can: gradeCan(actor.tags, row.status, row.limits.length),
  }
}

/** The edition of a grade that new material gets: an approved one before drafts, the newest first. */
export async function gradeInUse(reads: Reads, plantId: number, code: string): Promise<string | null> {
  const [row] = await readRows(
    reads,
    sql<{
      id: number
    }>`select id from steel_grades where plant_id = ${plantId} and code = ${code} and status <> 'retired'
      order by status = 'approved' desc, edition desc, id desc limit 1`,
  )
  return row === undefined ? null : String(row.id)
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import { clashOf, isSoundLimit } from '@cloud-factory/domain/material/steel.rules'
import type { SteelLimitRow, steelGradesApi } from '@cloud-factory/contract/material/steel-grades'
import { sql } from 'kysely'
import { differences } from '../../platform/audit/differences.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { deleteRow, insertRow, rowForUpdate, saveRow } from '../../platform/db/signed-rows.ts'
import { fail, requireAllowed } from '../../platform/http/domain-error.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { rejectingDuplicate, rejectingUsed } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { oneGrade, type StoredGrade } from './grades.queries.ts'
import { type GradeCan, gradeCan } from './material.rules.ts'

type Api = typeof steelGradesApi
type GradeInput = Omit<BodyOf<Api['PATCH /api/steel-grades/:id']>, 'version'>

/** Adds a draft. Returns its id. */
export async function addGrade(
  write: Write,
  actor: Actor,
  { copyOf, ...names }: BodyOf<Api['POST /api/steel-grades']>,
): Promise<string> {
  const from = copyOf === null ? null : await rowForUpdate(write, 'steel_grades', actor.plantId, copyOf)
  const input = { ...names, source: from?.source ?? '', limits: [...(from?.limits ?? [])] }
  const id = String(await insertGrade(write, actor, input))
  await recordAction(write, actor, {
    action: 'steel_grades.create',
    subjectKind: 'steel_grade',
    event: 'steel_grades.added',
    id,
    name: names.code,
    after: { ...names, limits: input.limits.length },
  })
  return id
}

/** Inserts the row of a draft, without audit log entry and event. */
const insertGrade = (write: Write, actor: Actor, input: GradeInput): Promise<number> =>
  rejectingDuplicate('steel_grades_code_key', { field: 'code', value: input.code }, () =>
    insertRow(write, actor, 'steel_grades', columnsOf(input)),
  )

/** Changes a draft and replaces all of its limits. */
export async function changeGrade(
  write: Write,
  actor: Actor,
  id: string,
  { version, ...input }: BodyOf<Api['PATCH /api/steel-grades/:id']>,
): Promise<void> {
  const row = await gradeForAction(write, actor, id, version, 'edit')
  requireSound(input.limits)
  const changes = differences(row, input)
  if (changes === null) return
  await rejectingDuplicate('steel_grades_code_key', { field: 'code', value: input.code }, () =>
    saveRow(write, actor, 'steel_grades', row.id, columnsOf(input)),
  )
  await recordAction(write, actor, {
    action: 'steel_grades.change',
    subjectKind: 'steel_grade',
    event: 'steel_grades.changed',
    id,
    name: input.code,
    ...changes,
  })
}

/** Approves a draft and retires the approved edition of the same grade and standard. */
export async function approveGrade(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  now: Date,
): Promise<void> {
  const row = await gradeForAction(write, actor, id, version, 'approve')
  const { rows } = await sql<{ id: number }>`
    select id from steel_grades where plant_id = ${actor.plantId} and code = ${row.code} and standard = ${row.standard}
      and status = 'approved' order by id for update`.execute(write)
  for (const { id: before } of rows)
    await saveRow(write, actor, 'steel_grades', before, { status: 'retired' })
  await saveRow(write, actor, 'steel_grades', row.id, {
    status: 'approved',
    approved_at: now,
    approved_by: Number(actor.userId),
    approved_by_name: actor.cnName,
  })
  await recordAction(write, actor, {
    action: 'steel_grades.approve',
    subjectKind: 'steel_grade',
    event: 'steel_grades.approved',
    id,
    name: row.code,
    after: { edition: row.edition },
  })
}

export async function retireGrade(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const row = await gradeForAction(write, actor, id, version, 'retire')
  await saveRow(write, actor, 'steel_grades', row.id, { status: 'retired' })
  await recordAction(write, actor, {
    action: 'steel_grades.retire',
    subjectKind: 'steel_grade',
    event: 'steel_grades.retired',
    id,
    name: row.code,
    after: { edition: row.edition },
  })
}

export async function removeGrade(write: Write, actor: Actor, id: string, version: number): Promise<void> {
  const row = await gradeForAction(write, actor, id, version, 'delete')
  await rejectingUsed(() => deleteRow(write, actor.plantId, 'steel_grades', row.id))
  await recordAction(write, actor, {
    action: 'steel_grades.delete',
    subjectKind: 'steel_grade',
    event: 'steel_grades.deleted',
    id,
    name: row.code,
    before: { edition: row.edition },
  })
}

async function gradeForAction(
  write: Write,
  actor: Actor,
  id: string,
  version: number,
  action: keyof GradeCan,
): Promise<StoredGrade> {
  const row = await rowForUpdate(write, 'steel_grades', actor.plantId, id)
  if (row.version !== version)
    fail('version.conflict', { current: await oneGrade(asReads(write), actor, id) })
  requireAllowed(gradeCan(actor.tags, row.status, row.limits.length)[action])
  return row
}

function requireSound(limits: readonly SteelLimitRow[]): void {
  const bad = limits.findIndex((limit) => !isSoundLimit(limit))
  const clash = clashOf(limits)
  const at = bad >= 0 ? bad : clash === null ? -1 : limits.findIndex((limit) => limit === clash)
  if (at < 0) return
  const reason = bad >= 0 ? 'invalid_value' : 'overlaps'
  fail('request.invalid', { errors: [{ path: `body.limits.${at}`, reason }] })
}

const columnsOf = ({ code, standard, edition, source, limits }: GradeInput) => ({
  code,
  standard,
  edition,
  source,
  limits: JSON.stringify(limits),
  search: searchText(code, standard, edition),
})

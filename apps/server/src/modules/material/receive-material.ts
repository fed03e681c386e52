import type { MaterialPlan, receiptsApi } from '@cloud-factory/contract/material/receipts'
import { sql } from 'kysely'
import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { violationOf } from '../../platform/db/violation.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { signed, nextNumbers, idOrNull, rejectingDuplicate } from '../quality-records/public.ts'
import { recordAction } from '../../platform/audit/record-action.ts'
import { isLikelyWeight } from '@cloud-factory/domain/numbers/decimals'
import { heatNumber, supplierKey, asksRetest } from './material.rules.ts'
import { insertRow, rowForUpdate } from '../../platform/db/signed-rows.ts'
import { searchText } from '../../platform/search/search-text.ts'
import { writeLotBars } from './stock-bars.store.ts'
import type { StoredReceipt } from './receipts.queries.ts'
import { parseProfile, weighProfile } from '../steel-profiles/public.ts'

/** The plan of the plant; by default no re-tests and no projects with required heats. */
export async function materialPlanOf(reads: Reads, actor: Actor): Promise<MaterialPlan> {
  const [rows, projects] = await Promise.all([
    readRows(
      reads,
      sql<{ least: string | null; version: number }>`
        select trim_scale(retest_from_mm)::text as least, version from material_plans where plant_id = ${actor.plantId}`,
    ),
    readRows(
      reads,
      sql<{ id: number; retest: boolean; heat: boolean }>`
        select project_id as id, retest, heat from material_projects where plant_id = ${actor.plantId} order by project_id`,
    ),
  ])
  const idsOf = (word: 'retest' | 'heat') => projects.filter((row) => row[word]).map(({ id }) => String(id))
  return {
    retestFromMm: rows[0]?.least ?? null,
    retestProjects: idsOf('retest'),
    heatProjects: idsOf('heat'),
    version: rows[0]?.version ?? 0,
    can: { edit: actor.tags.includes('quality.judge') || 'permission.denied' },
  }
}

type Input = BodyOf<(typeof receiptsApi)['PUT /api/material-plan']>

/** Saves the plan; version 0 creates it. */
export async function saveMaterialPlan(write: Write, actor: Actor, input: Input): Promise<void> {
  const { plantId } = actor
  const { version, ...plan } = input
  const { can: _can, version: _version, ...before } = await materialPlanOf(asReads(write), actor)
  const { by, byName } = signed(actor)
  const { rows } = await sql`
    insert into material_plans (plant_id, retest_from_mm, updated_by, updated_by_name)
    select ${plantId}, ${plan.retestFromMm}::numeric, ${by}, ${byName}
    where ${version} = 0 or exists (select from material_plans where plant_id = ${plantId})
    on conflict (plant_id) do update set retest_from_mm = excluded.retest_from_mm, updated_at = now(),
      version = material_plans.version + 1, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name
      where material_plans.version = ${version}
    returning plant_id`.execute(write)
  if (rows.length === 0) fail('version.conflict', { current: await materialPlanOf(asReads(write), actor) })
  await writeProjects(write, plantId, plan)
  await recordAction(write, actor, {
    action: 'material.plan',
    subjectKind: 'material_plan',
    event: 'material.planned',
    id: String(plantId),
    name: '',
    before,
    after: plan,
  })
}

async function writeProjects(
  write: Write,
  plantId: number,
  { retestProjects, heatProjects }: Omit<Input, 'version'>,
): Promise<void> {
  const ids = [...new Set([...retestProjects, ...heatProjects])]
  await sql`delete from material_projects where plant_id = ${plantId}`.execute(write)
  if (ids.length === 0) return
  const rows = ids.map((id) => ({ id, retest: retestProjects.includes(id), heat: heatProjects.includes(id) }))
  try {
    await sql`insert into material_projects (plant_id, project_id, retest, heat)
      select ${plantId}, id, retest, heat
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, retest boolean, heat boolean)`.execute(
      write,
    )
  } catch (error) {
    if (violationOf(error)?.kind === 'foreign') fail('not_found', { params: { field: 'projects' } })
    throw error
  }
}

interface HeatInput {
  readonly supplier: string
  readonly heatNo: string
  readonly gradeId: string
  readonly mill: string
}

interface KnownHeat {
  readonly id: number
  readonly no: string
  /** Code of its grade. */
  readonly grade: string
}

/**
 * The heat of a supplier by its number, created if new. Fails if the heat is known with another grade: a heat has one grade,
 * and contradictory documents must be clarified with the supplier.
 */
async function heatFor(write: Write, plantId: number, requested: HeatInput): Promise<KnownHeat> {
  const { rows: grades } = await sql<{ id: number; code: string; status: string }>`
    select id, code, status from steel_grades where plant_id = ${plantId} and id = ${requested.gradeId} for key share`.execute(
    write,
  )
  const grade = grades[0] ?? fail('not_found', { params: { field: 'gradeId' } })
  const no = heatNumber(requested.heatNo)
  // The empty update returns and locks the row of a concurrent insert.
  const { rows } = await sql<{ id: number; code: string; isNew: boolean }>`
    with heat as (
      insert into heats (plant_id, no, supplier, supplier_key, mill, grade_id)
      values (${plantId}, ${no}, ${requested.supplier}, ${supplierKey(requested.supplier)}, ${requested.mill}, ${grade.id})
      on conflict (plant_id, supplier_key, no) do update set no = excluded.no
      returning id, grade_id, xmax = 0 as "isNew"
    )
    select heat.id, g.code, heat."isNew" from heat join steel_grades g on g.id = heat.grade_id`.execute(write)
  const heat = rows[0] ?? fail('not_found')
  if (heat.isNew && grade.status === 'retired') reject('grade.retired', { grade: grade.code })
  if (heat.code !== grade.code) reject('heat.other_grade', { heat: no, grade: heat.code })
  return { id: heat.id, no, grade: heat.code }
}

type Api = typeof receiptsApi
type ReceiptInput = BodyOf<Api['POST /api/receipts']>
type LotInput = ReceiptInput['lots'][number]

/** Rejects a weight that the size of the steel contradicts, until a reason is given. A size that says no weight questions nothing. */
export function questionLotWeight(
  { profile, pieces, kg, lengthMm }: Pick<LotInput, 'profile' | 'pieces' | 'kg' | 'lengthMm'>,
  reason: string | undefined,
): void {
  const size = parseProfile(profile)
  const each = size === null ? null : weighProfile(size, lengthMm ?? undefined)
  if (reason !== undefined || each === null || isLikelyWeight(kg, each.kg * pieces)) return
  const computed = Math.round(each.kg * pieces)
  reject('unlikely.lot', { value: kg, profile, most: computed })
}

/** Receives material; its lots are in quarantine. A heat number already known from the same supplier is the same heat. */
export async function receiveMaterial(
  write: Write,
  actor: Actor,
  { lots, reason, ...header }: ReceiptInput,
  now: Date,
): Promise<string> {
  for (const lot of lots) questionLotWeight(lot, reason)
  const [no = ''] = await nextNumbers(write, actor.plantId, 'MR', now)
  const id = await insertReceived(write, actor, no, { ...header, lots })
  await recordAction(write, actor, {
    action: 'material.receive',
    subjectKind: 'receipt',
    event: 'material.received',
    id: String(id),
    name: no,
    after: {
      ...header,
      reason,
      lots: lots.map(({ heatNo, profile, kg }) => `${heatNo} ${profile} ${kg} kg`),
    },
  })
  return String(id)
}

/** Inserts a receipt and its lots, without audit log entry and event. */
export async function insertReceived(
  write: Write,
  actor: Actor,
  no: string,
  { lots, ...header }: ReceiptInput,
): Promise<number> {
  const id = await insertReceipt(write, actor, no, header)
  const receipt = await rowForUpdate(write, 'material_receipts', actor.plantId, String(id))
  await insertLots(write, actor, receipt, lots)
  return id
}

/** Adds a lot to a receipt. Returns its id. */
export async function addLot(
  write: Write,
  actor: Actor,
  receiptId: string,
  lot: BodyOf<Api['POST /api/receipts/:id/lots']>,
): Promise<string> {
  questionLotWeight(lot, lot.reason)
  const receipt = await rowForUpdate(write, 'material_receipts', actor.plantId, receiptId)
  const [id = 0] = await insertLots(write, actor, receipt, [lot])
  await recordAction(write, actor, {
    action: 'material.add_lot',
    subjectKind: 'receipt',
    event: 'material.lot_added',
    id: receiptId,
    name: receipt.no,
    after: { ...lot },
  })
  return String(id)
}

const insertReceipt = async (
  write: Write,
  actor: Actor,
  no: string,
  { supplier, deliveryNote, receivedOn, projectId, note }: Omit<ReceiptInput, 'lots' | 'reason'>,
): Promise<number> => {
  try {
    return await rejectingDuplicate(
      'material_receipts_note_key',
      { field: 'deliveryNote', value: deliveryNote },
      () =>
        insertRow(write, actor, 'material_receipts', {
          no,
          supplier,
          supplier_key: supplierKey(supplier),
          delivery_note: deliveryNote,
          received_on: receivedOn,
          project_id: idOrNull(projectId),
          note,
          search: searchText(no, supplier, deliveryNote, note),
        }),
    )
  } catch (error) {
    if (violationOf(error)?.constraint === 'material_receipts_project_fkey')
      fail('not_found', { params: { field: 'projectId' } })
    throw error
  }
}

async function insertLots(
  write: Write,
  actor: Actor,
  receipt: StoredReceipt,
  lots: readonly LotInput[],
): Promise<number[]> {
  const plan = await materialPlanOf(asReads(write), actor)
  const ids: number[] = []
  for (const lot of lots) {
    const heat = await heatFor(write, actor.plantId, { ...lot, supplier: receipt.supplier })
    const key = { field: 'heatNo', value: heat.no }
    const { form, profile, thicknessMm, pieces, kg, lengthMm = null, location = '' } = lot
    const id = await rejectingDuplicate('material_lots_heat_key', key, () =>
      insertRow(write, actor, 'material_lots', {
        receipt_id: receipt.id,
        heat_id: heat.id,
        received_on: receipt.received_on,
        form,
        profile,
        thickness_mm: thicknessMm,
        pieces,
        kg,
        length_mm: lengthMm,
        location,
        retest: asksRetest(plan, { thicknessMm, projectId: receipt.project_id }),
        search: lotSearch(receipt, heat, { profile, location }),
      }),
    )
    await writeLotBars(write, actor, id)
    ids.push(id)
  }
  await refreshReceiptTotals(write, actor.plantId, receipt.id)
  return ids
}

export const lotSearch = (
  { no, supplier }: Pick<StoredReceipt, 'no' | 'supplier'>,
  heat: { readonly no: string; readonly grade: string },
  { profile, location }: { readonly profile: string; readonly location: string },
): string => searchText(heat.no, profile, heat.grade, location, no, supplier)

/** Recomputes the totals of a locked receipt. */
export async function refreshReceiptTotals(write: Write, plantId: number, id: number): Promise<void> {
  await sql`update material_receipts r set lots = c.lots, kg = c.kg
    from (select count(*)::int as lots, coalesce(sum(kg), 0) as kg from material_lots where receipt_id = ${id}) c
    where r.plant_id = ${plantId} and r.id = ${id}`.execute(write)
}

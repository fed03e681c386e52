import { sql } from 'kysely'
import type { DemoContext } from '../../platform/module.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Write } from '../../platform/db/handles.ts'
import { saveRow } from '../../platform/db/signed-rows.ts'
import { demoInspector, demoJudge, type OrdersPort, nextNumbers } from '../quality-records/public.ts'
import { insertUses } from './assign-heat.ts'
import { certificateLines } from './certificates.queries.ts'
import { keepVerdicts, insertCertificate } from './save-certificate.ts'
import { demoLots, type DemoLot, suppliers } from './material.demo-lots.ts'
import { insertReceived } from './receive-material.ts'
import { stockTakesDemo } from './stock-takes.demo.ts'
import type { SteelProperty } from '@cloud-factory/domain/material/material-enums'
import type { SteelValues } from '@cloud-factory/domain/material/steel.rules'

/** Lowest and highest value of ordinary heats, and the decimals on a certificate. */
const ranges: readonly (readonly [SteelProperty, number, number, number])[] = [
  ['C', 0.14, 0.18, 2],
  ['Si', 0.18, 0.34, 2],
  ['Mn', 1.15, 1.32, 2],
  ['P', 0.012, 0.022, 3],
  ['S', 0.004, 0.014, 3],
  ['Nb', 0.002, 0.018, 3],
  ['V', 0.002, 0.006, 3],
  ['Ti', 0.002, 0.016, 3],
  ['Cr', 0.02, 0.07, 2],
  ['Ni', 0.01, 0.04, 2],
  ['Cu', 0.02, 0.08, 2],
  ['Mo', 0.001, 0.006, 3],
  ['N', 0.003, 0.006, 4],
  ['A', 24, 29, 1],
  ['KV', 96, 188, 0],
]
/** Typical yield and tensile strength by grade. */
const strengths: Readonly<Record<string, readonly [number, number]>> = {
  Q235B: [268, 428],
  Q390B: [422, 556],
  Q390C: [422, 556],
}
const usual = [382, 528] as const
/** Mild steel has a higher elongation; its standard requires 26 % or more. */
const stretches: Readonly<Record<string, readonly [number, number]>> = { Q235B: [27, 32] }

/** Values as printed by a mill. In an `outside` lot the yield strength is too low and the phosphorus too high. */
function demoValues(context: DemoContext, { grade, certificate }: DemoLot): SteelValues {
  const within = (least: number, most: number, digits: number) =>
    (least + context.random() * (most - least)).toFixed(digits)
  const shares = ranges.map(([property, least, most, digits]) => {
    const [low, high] = (property === 'A' ? stretches[grade] : undefined) ?? [least, most]
    return [property, within(low, high, digits)]
  })
  const [reh, rm] = strengths[grade] ?? usual
  const values: Record<string, string> = {
    ...Object.fromEntries(shares),
    ReH: within(reh, reh + 28, 0),
    Rm: within(rm, rm + 24, 0),
  }
  return certificate === 'outside' ? { ...values, ReH: '347', P: '0.038' } : values
}

const dayMs = 86_400_000

/** Adds receipts of the last months, heats with certificates, the pieces cut from them, and stock takes. */
export async function materialDemo(write: Write, context: DemoContext, orders: OrdersPort): Promise<void> {
  const actor = demoInspector(context)
  const { plantId } = context
  const begun = await orders.begun(asReads(write), plantId, 3000)
  const lots = demoLots(await orders.pieces(asReads(write), plantId, begun), context)
  const grades = await gradeIds(write, plantId)
  const receipts = Math.max(0, ...lots.map(({ receipt }) => receipt)) + 1
  await sql`insert into material_plans (plant_id, retest_from_mm, updated_by, updated_by_name)
    values (${plantId}, 40, ${Number(actor.userId)}, ${actor.cnName})`.execute(write)
  for (let index = 0; index < receipts; index += 1) {
    const own = lots.filter(({ receipt }) => receipt === index)
    await receive(
      write,
      actor,
      {
        context,
        grades,
        at: dayOf(
          context,
          receipts - index,
          own.some(({ uses }) => uses.length > 0),
        ),
        index,
      },
      own,
    )
  }
  await stockTakesDemo(write, context)
}

/** Stock arrived in the last weeks. Used material arrived at intervals of two weeks, before the orders that used it. */
const dayOf = ({ now }: DemoContext, back: number, inUse: boolean): Date =>
  new Date(now.getTime() - (inUse ? 40 + back * 14 : 1 + (back - 1) * 4) * dayMs)

interface Day {
  readonly context: DemoContext
  readonly grades: ReadonlyMap<string, string>
  readonly at: Date
  readonly index: number
}

async function receive(write: Write, actor: Actor, day: Day, lots: readonly DemoLot[]): Promise<void> {
  const { context, grades, at, index } = day
  const supplier = suppliers[index % suppliers.length] ?? { name: '', mill: '' }
  const [no = ''] = await nextNumbers(write, context.plantId, 'MR', at)
  const receivedOn = at.toISOString().slice(0, 10)
  const id = await insertReceived(write, actor, no, {
    supplier: supplier.name,
    deliveryNote: `SH${receivedOn.replaceAll('-', '')}-${String(index + 1).padStart(2, '0')}`,
    receivedOn,
    projectId: null,
    note: '',
    lots: lots.map(({ heatNo, profile, form, thicknessMm, grade, pieces, kg, lengthMm, location }) => ({
      heatNo,
      profile,
      form,
      thicknessMm,
      pieces,
      kg,
      lengthMm,
      location,
      gradeId: grades.get(grade) ?? '',
      mill: supplier.mill,
    })),
  })
  const stored = await storedLots(write, context.plantId, id)
  await certify(write, actor, { day, supplier: supplier.name, receivedOn }, lots, stored)
  for (const [place, lot] of lots.entries()) {
    const row = stored[place]
    if (row !== undefined) await settle(write, demoJudge(day.context), { id: row.id, at }, lot)
  }
}

interface StoredLot {
  readonly id: number
  readonly heat_id: number
}

const storedLots = async (write: Write, plantId: number, receiptId: number): Promise<StoredLot[]> =>
  (
    await sql<StoredLot>`select id, heat_id from material_lots where plant_id = ${plantId} and receipt_id = ${receiptId}
      order by id`.execute(write)
  ).rows

/** Creates one certificate for the heats of a receipt that have one; accepted if its lots are in use. */
async function certify(
  write: Write,
  actor: Actor,
  head: { readonly day: Day; readonly supplier: string; readonly receivedOn: string },
  lots: readonly DemoLot[],
  stored: readonly StoredLot[],
): Promise<void> {
  const { context, at, index } = head.day
  const lines = lots.flatMap((lot, place) =>
    lot.certificate === 'none'
      ? []
      : [
          {
            heatId: String(stored[place]?.heat_id),
            gradeCode: lot.grade,
            thicknessMm: lot.thicknessMm,
            values: demoValues(context, lot),
          },
        ],
  )
  if (lines.length === 0) return
  const { id } = await insertCertificate(write, actor, {
    no: `ZB-${head.receivedOn.slice(2, 4)}${String(3107 + index * 37)}`,
    kind: index % 9 === 4 ? '3.2' : '3.1',
    supplier: head.supplier,
    issuedOn: new Date(at.getTime() - 6 * dayMs).toISOString().slice(0, 10),
    note: '',
    lines,
  })
  if (lots.some(({ certificate }) => certificate === 'draft' || certificate === 'outside')) return
  const judged = await certificateLines(asReads(write), context.plantId, [{ id, kind: '3.1' }])
  await keepVerdicts(write, demoJudge(context), { id, lines: judged.get(id) ?? [] }, at)
}

/** Sets the status of a lot and assigns it to the pieces cut from it. */
async function settle(
  write: Write,
  actor: Actor,
  { id, at }: { readonly id: number; readonly at: Date },
  lot: DemoLot,
): Promise<void> {
  const decided = { decided_at: at, decided_by_name: actor.cnName }
  if (lot.status !== 'quarantine')
    await saveRow(write, actor, 'material_lots', id, {
      status: lot.status,
      note: lot.note,
      agreed_by: lot.status === 'concession' ? '设计院 王工, 联系单 LX-026' : null,
      ...decided,
    })
  if (lot.uses.length === 0) return
  const usedKg = lot.uses.reduce((sum, { kg }) => sum + Math.round(kg * 1000), 0) / 1000
  await insertUses(write, actor, { lotId: id, heat: lot.heatNo, at }, lot.uses)
  await saveRow(write, actor, 'material_lots', id, { used_kg: usedKg })
}

async function gradeIds(write: Write, plantId: number): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; code: string }>`
    select id, code from steel_grades where plant_id = ${plantId}`.execute(write)
  return new Map(rows.map(({ id, code }) => [code, String(id)]))
}

import { sql } from 'kysely'
import type {
  FormItem,
  InspectionForm,
  ReadingRow,
} from '@cloud-factory/contract/inspection/inspection-forms'
import { requiredSizes } from '@cloud-factory/contract/standards/limits.rules'
import { sizeNames } from '@cloud-factory/domain/inspection/quality-enums'
import type { Actor } from '../../platform/auth/actor.ts'
import { deciderOf } from '../../platform/auth/four-eyes.queries.ts'
import type { Decider } from '../../platform/auth/four-eyes.rules.ts'
import { type Reads, readRows, asReads, type Write } from '../../platform/db/handles.ts'
import { countOf } from '../../platform/db/list-page.ts'
import { fail, reject } from '../../platform/http/domain-error.ts'
import { type OrdersPort, canRaiseLot } from '../quality-records/public.ts'
import { frozenBy, inspectionCan, type InspectionAction } from './inspections.rules.ts'
import {
  factsOf,
  type Parts,
  partsOf,
  sizesOf,
  type StoredReading,
  verdictByRule,
  type StoredInspection,
  inspectionView,
} from './inspections.queries.ts'
import { type Maker, machinesOfLot } from './lot-makers.ts'
import { hasCorrection, inspectionForUpdate } from './inspections.store.ts'

interface Deps {
  readonly reads: Reads
  readonly orders: OrdersPort
}

/** One inspection with its form, pieces and readings. Fails with `not_found` when the plant has no such inspection. */
export async function oneInspection(
  { reads, orders }: Deps,
  actor: Actor,
  id: string,
): Promise<InspectionForm> {
  const [row] = await readRows(reads, formRow(actor.plantId, id))
  if (row === undefined) return fail('not_found')
  const parts = await partsOf(reads, row.id)
  const [links, photos, processes, ncrs, unverified, invited, machines, crews] = await Promise.all([
    readRows(reads, linksOf(row)),
    readRows(reads, photosOf(row.id)),
    orders.processes(reads, actor.plantId),
    readRows(reads, ncrsOf(row)),
    readRows(reads, unverifiedOf(row)),
    readRows(reads, invitationOf(row)),
    machinesOf(reads, row, 'machine_id', (...args) => orders.machineNames(...args)),
    machinesOf(reads, row, 'crew_id', (...args) => orders.crewNames(...args)),
  ])
  const linked = (role: Link['role']) => links.filter((link) => link.role === role).map(linkView)
  const byRule = verdictByRule(row, parts)
  const isCorrected = links.some(({ role }) => role === 'correction')
  return {
    ...inspectionView(row, processes),
    ...lifeView(row),
    ...formView(row, parts),
    parent: linked('parent')[0] ?? null,
    corrects: linked('corrects')[0] ?? null,
    followers: [...linked('correction'), ...linked('repeat')],
    ncrs: ncrs.map(({ id: ncr, no, lot }) => ({ id: String(ncr), no, lot })),
    machines,
    crews,
    unverified: unverified[0]?.total ?? 0,
    photos: photos.map(({ itemId, pieceId, ...photo }) => ({
      ...photo,
      id: String(photo.id),
      itemId: itemId === null ? null : String(itemId),
      pieceId: pieceId === null ? null : String(pieceId),
    })),
    invitation: invited[0] ?? null,
    byRule: {
      verdict: byRule.verdict,
      items: byRule.items.map((item, index) => ({ ...item, itemId: String(parts.items[index]?.id) })),
    },
    can: {
      ...inspectionCan(factsOf(row, parts, isCorrected), await judgeOf(reads, actor, row)),
      raise: canRaiseLot(
        actor.tags,
        row,
        ncrs.some(({ lot }) => lot),
      ),
    },
  }
}

/** A corrected version contains readings of the previous one. The people who took those may not judge it either. */
async function judgeOf(
  reads: Reads,
  actor: Actor,
  { id, corrects_id: corrected }: Pick<StoredInspection, 'id' | 'corrects_id'>,
): Promise<Decider> {
  const earlier = corrected === null ? [] : await readRows(reads, correctedBy(actor.plantId, corrected))
  return deciderOf(reads, actor, ['inspection_judge'], id, ...earlier.map((one) => one.id))
}

const correctedBy = (plantId: number, id: number) => sql<{ id: number }>`
  with recursive corrected as (
    select id, corrects_id from inspections where plant_id = ${plantId} and id = ${id}
    union all select i.id, i.corrects_id from corrected c join inspections i on i.id = c.corrects_id
  ) select id from corrected`

type FormRow = StoredInspection & { readonly edition_status: InspectionForm['editionStatus'] }

const formRow = (plantId: number, id: string) => sql<FormRow>`
  select i.*, e.status as edition_status from inspections i join standard_editions e on e.id = i.edition_id
  where i.plant_id = ${plantId} and i.id = ${id}`

interface Link {
  readonly id: number
  readonly no: string
  readonly role: 'parent' | 'corrects' | 'correction' | 'repeat'
}
const linkView = ({ id, no }: Link) => ({ id: String(id), no })

const linksOf = (row: StoredInspection) => sql<Link>`
  select id, no, case when id = ${row.parent_id}::bigint then 'parent' when id = ${row.corrects_id}::bigint then 'corrects'
    when corrects_id = ${row.id} then 'correction' else 'repeat' end as role
  from inspections where plant_id = ${row.plant_id} and (id = ${row.parent_id}::bigint or id = ${row.corrects_id}::bigint
    or (corrects_id = ${row.id} and status <> 'cancelled') or parent_id = ${row.id})
  order by id limit 50`

const ncrsOf = (row: StoredInspection) => sql<{ id: number; no: string; lot: boolean }>`
  select id, no, source = 'lot' as lot from ncrs
  where inspection_id = ${row.id} and plant_id = ${row.plant_id} and status <> 'cancelled' order by id limit 50`

const invitationOf = ({ id }: StoredInspection) => sql<NonNullable<InspectionForm['invitation']>>`
  select on_day as "onDay", note, answer, answer_day as "answerDay", answer_note as "answerNote",
    answered_by_name as "answeredBy", to_char(signed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "signedAt",
    signed_by_name as "signedBy"
  from inspection_invitations where inspection_id = ${id}`

/** Items of the form whose frozen rule was not verified against the official text. */
const unverifiedOf = ({ id }: StoredInspection) =>
  countOf(
    sql`inspection_items i`,
    sql`i.inspection_id = ${id} and not exists (
      select from standard_item_checks c join standard_items s on s.id = c.item_id
      where c.item_id = i.item_id and s.rule = i.rule)`,
  )

/** Machines or crews that made its pieces; those with the most pieces first. */
async function machinesOf(
  reads: Reads,
  { id, plant_id: plantId }: StoredInspection,
  maker: Maker,
  namesOf: OrdersPort['machineNames'],
): Promise<InspectionForm['machines']> {
  const of = [...(await machinesOfLot(reads, plantId, id, maker)).values()]
  if (of.length === 0) return []
  const names = await namesOf(reads, plantId, [...new Set(of)])
  const made = Map.groupBy(of, (one) => one)
  return [...made]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([one]) => ({ id: String(one), name: names.get(one) ?? '' }))
}

interface PhotoRead {
  readonly id: number
  readonly fileName: string
  readonly bytes: number
  readonly itemId: number | null
  readonly pieceId: number | null
  readonly createdBy: string
}

const photosOf = (inspectionId: number) => sql<PhotoRead>`
  select id, file_name as "fileName", bytes, item_id as "itemId", piece_id as "pieceId", created_by_name as "createdBy"
  from inspection_photos where inspection_id = ${inspectionId} order by id limit 200`

const lifeView = (row: FormRow) => ({
  editionStatus: row.edition_status,
  verdictFamily: row.verdict_family,
  note: row.note,
  reason: row.reason,
  submittedAt: row.submitted_at?.toISOString() ?? null,
  judgedAt: row.judged_at?.toISOString() ?? null,
  judgeNote: row.judge_note,
  lockedAt: row.locked_at?.toISOString() ?? null,
  hash: row.hash,
})

function formView(row: StoredInspection, { items, lot, readings }: Parts) {
  const required = new Set(items.flatMap((item) => [...requiredSizes(item.rule), item.nominalOf]))
  return {
    sizes: sizesOf(row),
    sizesAsked: sizeNames.filter((name) => required.has(name)),
    lot: lot.map((piece) => ({ ...piece, id: String(piece.id) })),
    items: items.map(({ rule, ...item }): FormItem => {
      const { missing, magnitude } = frozenBy({ ...item, rule }, sizesOf(row))
      const { zh, en, es } = item.names
      return {
        ...item,
        id: String(item.id),
        names: { zh, en, es },
        asksPlace: rule.kind === 'byPlace',
        magnitude,
        missing: [...missing],
      }
    }),
    readings: readings.map(readingView),
  }
}

export const readingView = (row: StoredReading): ReadingRow => ({
  itemId: String(row.itemId),
  pieceId: String(row.pieceId),
  point: row.point,
  value: row.value,
  deviation: row.deviation,
  inside: row.inside,
  instrumentId: row.instrumentId === null ? null : String(row.instrumentId),
  note: row.note,
  readBy: row.readByName,
})

export interface Action {
  readonly write: Write
  readonly orders: OrdersPort
  readonly now: Date
}

/** An inspection locked for an action, with the facts on which the decision was based. */
export interface Held {
  readonly row: StoredInspection
  readonly parts: Parts
}

/**
 * Locks an inspection and checks that the person may do this now. If somebody else changed it since `version`, fails with the
 * current form. If the action is not permitted, fails with the reason.
 */
export async function holdFor(
  { write, orders }: Pick<Action, 'write' | 'orders'>,
  actor: Actor,
  id: string,
  { action, version }: { readonly action: InspectionAction; readonly version: number | null },
): Promise<Held> {
  const row = await inspectionForUpdate(write, actor.plantId, id)
  if (version !== null && row.version !== version) {
    const current: InspectionForm = await oneInspection({ reads: asReads(write), orders }, actor, id)
    fail('version.conflict', { current })
  }
  const parts = await partsOf(asReads(write), row.id)
  const facts = factsOf(row, parts, await hasCorrection(write, actor.plantId, row.id))
  const verdict = inspectionCan(facts, await judgeOf(asReads(write), actor, row))[action]
  if (verdict !== true) {
    const { missingPoints } = facts
    reject(verdict, { inspection: row.no, points: missingPoints })
  }
  return { row, parts }
}

export const subjectOf = (row: Pick<StoredInspection, 'id' | 'no'>) => ({
  subjectKind: 'inspection',
  subjectId: String(row.id),
  subjectName: row.no,
})

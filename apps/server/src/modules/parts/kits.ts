import type { ReplyOf } from '@cloud-factory/contract/endpoint'
import type { Kit, KitPart, partsApi } from '@cloud-factory/contract/parts/parts'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { neededSubAssemblies } from '../assemblies/public.ts'
import { availableKinds } from '../material/public.ts'
import { steelShape } from '../steel-profiles/public.ts'
import { canReportParts } from './parts.policy.ts'
import { type CountedPart, countedParts, orderStatus, partCode } from './parts.queries.ts'
import { reportParts } from './report-parts.ts'

type Place = KitPart['places'][number]

interface MarkRow {
  readonly id: number
  readonly mark: string
  readonly revision: string
  readonly orderId: number
  readonly orderNo: string
}

/** The parts for pieces of a mark: what is available, and where the others are; fails with `not_found` when the plant has no such mark. */
export async function kitOf(reads: Reads, actor: Actor, markId: string, pieces?: number): Promise<Kit> {
  const [mark] = await readRows(
    reads,
    sql<MarkRow>`select m.id, m.mark, m.revision, o.id as "orderId", o.no as "orderNo"
      from marks m join orders o on o.id = m.order_id where m.plant_id = ${actor.plantId} and m.id = ${markId}`,
  )
  if (mark === undefined) return fail('not_found')
  const parts = await readRows(
    reads,
    sql<CountedPart>`select * from (${countedParts(sql`m.id = ${markId}`)}) parts order by "partMark"`,
  )
  const open = openPieces(parts)
  const count = pieces ?? Math.max(1, open)
  const [nests, stock, status, subAssemblies] = await Promise.all([
    openNests(reads, mark.id),
    profilesInStock(reads, actor.plantId),
    orderStatus(reads, actor.plantId, String(mark.orderId)),
    neededSubAssemblies(reads, mark, count),
  ])
  return {
    mark: { id: String(mark.id), mark: mark.mark, revision: mark.revision },
    order: { id: String(mark.orderId), no: mark.orderNo },
    pieces: count,
    open,
    items: parts
      .map((part) => kitPart(part, count, nests.get(part.partMark) ?? [], stock))
      .map((part) => ({
        ...part,
        code: partCode(actor.plantId, mark.id, part.partMark),
      })),
    subAssemblies,
    can: { kit: canKit(canReportParts(actor.tags, status), parts.length, open) },
  }
}

function canKit(report: true | string, parts: number, open: number): true | string {
  if (report !== true) return report
  if (parts === 0) return 'part.no_parts'
  return open > 0 || 'part.kitted_already'
}

/** Pieces of a mark for which not all parts are in a kit. */
const openPieces = (parts: readonly CountedPart[]): number =>
  Math.max(0, ...parts.map(({ pieces, kitted, perMark }) => pieces - Math.floor(kitted / perMark)))

function kitPart(
  part: CountedPart,
  pieces: number,
  nests: readonly string[],
  stock: ReadonlySet<string>,
): Omit<KitPart, 'code'> {
  const { markId, partMark, profile, grade, lengthMm, perMark, cut, assumed, processed, kitted, nested } =
    part
  const required = perMark * pieces
  const available = processed - kitted
  let lacking = Math.max(0, required - available)
  const places: Place[] = []
  const add = (place: Place['place'], max: number, names: readonly string[] = []) => {
    const quantity = Math.min(lacking, max)
    if (quantity <= 0) return
    places.push({ place, quantity, nests: [...names] })
    lacking -= quantity
  }
  add('to_process', cut + assumed - processed)
  add('nested', nested, nests)
  add(stock.has(profile) || steelShape(profile)?.form === 'plate' ? 'to_cut' : 'to_buy', lacking)
  return {
    id: `${markId} ${partMark}`,
    partMark,
    profile,
    grade,
    lengthMm,
    perMark,
    required,
    available: Math.min(available, required),
    lacking: Math.max(0, required - available),
    places,
  }
}

/** Numbers of the nests whose bars with a part are not cut, by part mark. */
async function openNests(reads: Reads, markId: number): Promise<ReadonlyMap<string, string[]>> {
  const rows = await readRows(
    reads,
    sql<{ part: string; nests: string[] }>`
      select p.part_mark as part, array_agg(distinct n.no order by n.no) as nests
      from nest_parts p join nest_bars b on b.id = p.nest_bar_id join nests n on n.id = b.nest_id
      where p.mark_id = ${markId} and b.status in ('planned', 'reserved') group by p.part_mark`,
  )
  return new Map(rows.map(({ part, nests }) => [part, nests]))
}

const profilesInStock = async (reads: Reads, plantId: number): Promise<ReadonlySet<string>> =>
  new Set((await availableKinds(reads, plantId)).map(({ profile }) => profile))

/** Puts the parts of pieces of a mark into kits; refused with what is lacking. */
export async function kitParts(
  write: Write,
  actor: Actor,
  markId: string,
  pieces: number,
  now: Date,
): Promise<ReplyOf<(typeof partsApi)['POST /api/marks/:id/kit']>> {
  const kit = await kitOf(asReads(write), actor, markId, pieces)
  requireAllowed(kit.can.kit)
  if (pieces > kit.open) reject('part.kits_open', { most: kit.open })
  const lacking = kit.items.filter((part) => part.lacking > 0)
  if (lacking.length > 0)
    reject('part.kit_short', {
      parts: lacking.map((part) => `${part.partMark} × ${part.lacking}`).join(', '),
    })
  const items = kit.items.map(({ partMark, required: quantity }) => ({ markId, partMark, quantity }))
  await reportParts(write, actor, kit.order.id, { kind: 'kit', items }, now)
  return kitOf(asReads(write), actor, markId)
}

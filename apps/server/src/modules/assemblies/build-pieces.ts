import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { subAssembliesApi } from '@cloud-factory/contract/assemblies/sub-assemblies'
import type { PieceResult } from '@cloud-factory/contract/subcontracting/subcontracts'
import { type OpenDemand, shippingDemands } from '@cloud-factory/domain/conformity/conformity'
import type { QualityPiece } from '@cloud-factory/domain/orders/piece-records'
import { sql } from 'kysely'
import { recordAction } from '../../platform/audit/record-action.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { asReads, type Reads, readRows, type Write } from '../../platform/db/handles.ts'
import { signature } from '../../platform/db/signed-rows.ts'
import { fail, reject, requireAllowed } from '../../platform/http/domain-error.ts'
import { type InnerFacts, innerProblem } from './assemblies.policy.ts'
import { contentsOfPiece } from './sub-assemblies.queries.ts'

/** Queries to production, quality and subcontracting about pieces that are built in. */
export interface AssemblyPorts {
  /** Ids of pieces by what a device sent: the text of a QR code, an id or a serial. */
  readonly find: (reads: Reads, plantId: number, texts: readonly string[]) => Promise<Map<string, number>>
  /** Locks the orders of pieces, then the pieces. */
  readonly lock: (write: Write, plantId: number, ids: readonly number[]) => Promise<QualityPiece[]>
  readonly conformity: (
    reads: Reads,
    plantId: number,
    ids: readonly number[],
    demands: ReadonlySet<OpenDemand>,
  ) => Promise<ReadonlyMap<number, readonly OpenDemand[]>>
  /** Pieces that a supplier works on. */
  readonly outside: (
    reads: Reads,
    plantId: number,
    ids: readonly number[],
  ) => Promise<ReadonlyMap<number, { readonly no: string; readonly supplier: string }>>
}

interface Refused {
  readonly reason: string
  readonly params?: PieceResult['params']
}
type Verdict = 'done' | 'already' | Refused

/** A locked piece that somebody wants to build in. */
interface Candidate extends InnerFacts {
  readonly id: number
  readonly serial: string
  readonly outerId: number | null
}

type Input = BodyOf<(typeof subAssembliesApi)['POST /api/pieces/:id/contents']>

/**
 * Builds finished pieces into a piece of their order. Each is judged by itself. The order is locked first, so of two outer pieces that ask for
 * the same inner one, the second learns where it is.
 */
export async function buildPieces(
  write: Write,
  actor: Actor,
  outerId: string,
  { pieces: texts }: Input,
  ports: AssemblyPorts,
  now: Date,
): Promise<readonly PieceResult[]> {
  const { plantId } = actor
  const reads = asReads(write)
  const [outer] = await ports.lock(write, plantId, [Number(outerId)])
  if (outer === undefined) return fail('not_found')
  const found = await piecesOfTexts(reads, plantId, outer.orderId, texts, ports.find)
  const ids = [...new Set(found.values())]
  await ports.lock(write, plantId, ids)
  const contents = await contentsOfPiece(reads, actor, outerId)
  requireAllowed(contents.can.build, { serial: outer.serial })
  const candidates = await candidatesOf(reads, plantId, ids)
  const [demands, outside] = [
    await ports.conformity(reads, plantId, ids, shippingDemands),
    await ports.outside(reads, plantId, ids),
  ]
  const inside = await rootAndInside(reads, outer.id)
  const room = new Map(contents.lacking.map(({ mark, quantity }) => [mark, quantity]))
  const marks = new Set(await innerMarks(reads, outer))
  const verdicts = new Map<number, Verdict>()
  for (const piece of candidates) {
    const verdict = judge(piece, outer, { room, marks, inside, demands, outside })
    verdicts.set(piece.id, verdict)
    if (verdict === 'done') room.set(piece.mark, (room.get(piece.mark) ?? 0) - 1)
  }
  const built = candidates.filter(({ id }) => verdicts.get(id) === 'done')
  await insertBuilt(write, actor, { outer, root: inside.root, built, now })
  const byId = new Map(candidates.map((one) => [one.id, one]))
  return texts.map((text) => resultOf(text, byId.get(found.get(text) ?? 0), verdicts))
}

function resultOf(
  text: string,
  piece: Candidate | undefined,
  verdicts: ReadonlyMap<number, Verdict>,
): PieceResult {
  const verdict = piece === undefined ? { reason: 'work.unknown_piece' } : verdicts.get(piece.id)
  const known = { piece: text, serial: piece?.serial ?? null }
  if (verdict === 'done' || verdict === 'already')
    return { ...known, outcome: verdict, reason: null, params: {} }
  return {
    ...known,
    outcome: 'refused',
    reason: verdict?.reason ?? null,
    params: { serial: piece?.serial ?? text.slice(0, 60), ...verdict?.params },
  }
}

/** Serials mean pieces of the order; other texts any piece, which is then refused as one of another order. */
async function piecesOfTexts(
  reads: Reads,
  plantId: number,
  orderId: number,
  texts: readonly string[],
  find: AssemblyPorts['find'],
): Promise<ReadonlyMap<string, number>> {
  const rows = await readRows(
    reads,
    sql<{ text: string; id: number }>`
      select t.text, p.id from unnest(${[...texts]}::text[]) t (text)
        join pieces p on p.order_id = ${orderId} and p.serial in (t.text, upper(t.text))
      where p.plant_id = ${plantId}`,
  )
  const own = new Map(rows.map(({ text, id }) => [text, id]))
  const others = texts.filter((text) => !own.has(text))
  return others.length === 0 ? own : new Map([...(await find(reads, plantId, others)), ...own])
}

const candidatesOf = (reads: Reads, plantId: number, ids: readonly number[]): Promise<Candidate[]> =>
  readRows(
    reads,
    sql<Candidate>`
      select p.id, p.serial, p.order_id as "orderId", m.mark, p.status, p.holds, p.steps_done as "stepsDone",
        next.kind as "nextKind", exists (select from package_pieces k where k.piece_id = p.id) as "isPacked",
        b.outer_id as "outerId", o.serial as outer
      from pieces p join marks m on m.id = p.mark_id left join processes next on next.id = p.next_process_id
        left join built_pieces b on b.piece_id = p.id left join pieces o on o.id = b.outer_id
      where p.plant_id = ${plantId} and p.id = any(${[...ids]}::bigint[]) order by p.id`,
  )

interface Surroundings {
  /** Inner pieces that the outer one lacks, by mark. */
  readonly room: ReadonlyMap<string, number>
  /** Marks that the mark of the outer piece contains. */
  readonly marks: ReadonlySet<string>
  readonly inside: { readonly root: number; readonly outers: ReadonlySet<number> }
  readonly demands: Awaited<ReturnType<AssemblyPorts['conformity']>>
  readonly outside: Awaited<ReturnType<AssemblyPorts['outside']>>
}

function judge(piece: Candidate, outer: QualityPiece, around: Surroundings): Verdict {
  if (piece.outerId === outer.id) return 'already'
  const refused = misplaced(piece, outer, around) ?? unfit(piece, around)
  if (refused !== null) return refused
  const room = around.room.get(piece.mark) ?? 0
  return room > 0 ? 'done' : { reason: 'build.no_room', params: { mark: piece.mark, outer: outer.serial } }
}

/** Why a piece does not belong into the outer one; null: it does. */
function misplaced(piece: Candidate, outer: QualityPiece, { inside, marks }: Surroundings): Refused | null {
  if (piece.orderId !== outer.orderId) return { reason: 'build.other_order' }
  if (piece.id === outer.id || inside.outers.has(piece.id)) return { reason: 'build.itself' }
  if (marks.has(piece.mark)) return null
  return { reason: 'build.no_sub_assembly', params: { mark: piece.mark, outer: outer.mark } }
}

/** Why a piece is not ready for it; null: it is. */
function unfit(piece: Candidate, { outside, demands }: Surroundings): Refused | null {
  const problem = innerProblem(piece)
  if (problem !== null) return { reason: problem, params: { outer: piece.outer ?? '' } }
  const place = outside.get(piece.id)
  if (place !== undefined)
    return { reason: 'work.piece_outside', params: { no: place.no, supplier: place.supplier } }
  const [demand] = demands.get(piece.id) ?? []
  if (demand === undefined) return null
  return demand === 'ncr_open'
    ? { reason: 'work.piece_ncr' }
    : { reason: 'build.inner_demand', params: { demand } }
}

/** The outermost piece that a piece is in, itself if it is in none, and all that it is in. */
async function rootAndInside(reads: Reads, id: number): Promise<Surroundings['inside']> {
  const rows = await readRows(
    reads,
    sql<{ id: number; root: number }>`
      with recursive outers as (
        select outer_id as id, root_id from built_pieces where piece_id = ${id}
        union select b.outer_id, b.root_id from outers o join built_pieces b on b.piece_id = o.id
      ) select id, root_id as root from outers`,
  )
  return { root: rows[0]?.root ?? id, outers: new Set(rows.map((row) => row.id)) }
}

const innerMarks = async (
  reads: Reads,
  { orderId, mark }: Pick<QualityPiece, 'orderId' | 'mark'>,
): Promise<string[]> =>
  (
    await readRows(
      reads,
      sql<{ mark: string }>`select inner_mark as mark from sub_assemblies
        where order_id = ${orderId} and outer_mark = ${mark}`,
    )
  ).map(({ mark: inner }) => inner)

interface Built {
  readonly outer: QualityPiece
  readonly root: number
  readonly built: readonly Candidate[]
  readonly now: Date
}

async function insertBuilt(write: Write, actor: Actor, { outer, root, built, now }: Built): Promise<void> {
  if (built.length === 0) return
  const { updated_by: by, updated_by_name: name } = signature(actor)
  const ids = built.map(({ id }) => id)
  await sql`
    insert into built_pieces (piece_id, plant_id, order_id, outer_id, root_id, built_at, built_by, built_by_name)
    select unnest(${ids}::bigint[]), ${actor.plantId}, ${outer.orderId}, ${outer.id}, ${root}, ${now}, ${by}::bigint,
      ${name}`.execute(write)
  await settleRoots(write, outer.orderId)
  await recordAction(write, actor, {
    action: 'pieces.build_in',
    subjectKind: 'order',
    event: 'sub_assemblies.changed',
    id: String(outer.orderId),
    name: outer.orderNo,
    after: { outer: outer.serial, serials: built.map(({ serial }) => serial).join(', ') },
  })
}

/** Writes the outermost piece of each built piece of a locked order, after pieces were built in or taken out. */
export async function settleRoots(write: Write, orderId: number): Promise<void> {
  await sql`
    with recursive up as (
      select piece_id, outer_id as root from built_pieces where order_id = ${orderId}
      union all select u.piece_id, b.outer_id from up u join built_pieces b on b.piece_id = u.root
    )
    update built_pieces b set root_id = up.root from up
    where up.piece_id = b.piece_id and b.root_id <> up.root
      and not exists (select from built_pieces o where o.piece_id = up.root)`.execute(write)
}

/** Takes a piece out of the one that it is in. Returns the id of that one. */
export async function takePieceOut(
  write: Write,
  actor: Actor,
  id: string,
  reason: string,
  { lock }: Pick<AssemblyPorts, 'lock'>,
): Promise<string> {
  const reads = asReads(write)
  const [inner] = await lock(write, actor.plantId, [Number(id)])
  if (inner === undefined) return fail('not_found')
  const { outer } = await contentsOfPiece(reads, actor, id)
  if (outer === null) return reject('build.not_built', { serial: inner.serial })
  const { can } = await contentsOfPiece(reads, actor, outer.id)
  requireAllowed(can.takeOut, { serial: outer.serial })
  await sql`delete from built_pieces where piece_id = ${inner.id}`.execute(write)
  await settleRoots(write, inner.orderId)
  await recordAction(write, actor, {
    action: 'pieces.take_out',
    subjectKind: 'order',
    event: 'sub_assemblies.changed',
    id: String(inner.orderId),
    name: inner.orderNo,
    before: { outer: outer.serial },
    after: { serials: inner.serial, reason },
  })
  return outer.id
}

import { sql, type RawBuilder } from 'kysely'
import {
  openDemands,
  type OpenDemand,
  type PieceNeed,
  shippingDemands,
} from '@cloud-factory/domain/conformity/conformity'
import type { Actor } from '../../platform/auth/actor.ts'
import { type Write, type Reads, readRows } from '../../platform/db/handles.ts'
import { prepare } from '../../platform/db/prepared-statements.ts'
import { lackingOf } from '../assemblies/public.ts'
import { signed } from './orders.port.ts'

/** What opened a gate, and its row. */
export interface PassSource {
  readonly source: 'inspection' | 'ndt' | 'coating' | 'concession'
  readonly sourceId: number
}

/** Opens the gate of a process for pieces. A pass that counts already stays as it is. */
export async function grantPasses(
  write: Write,
  actor: Actor,
  { source, sourceId }: PassSource,
  { processId, pieceIds, at }: { processId: number; pieceIds: readonly number[]; at: Date },
): Promise<void> {
  if (pieceIds.length === 0) return
  const { by, byName } = signed(actor)
  await sql`
    insert into gate_passes as old (piece_id, process_id, source, source_id, plant_id, passed_at, passed_by, passed_by_name)
    select unnest(${[...pieceIds]}::bigint[]), ${processId}, ${source}, ${sourceId}, ${actor.plantId}, ${at}, ${by}, ${byName}
    on conflict (piece_id, process_id, source, source_id) do update set passed_at = excluded.passed_at,
      passed_by = excluded.passed_by, passed_by_name = excluded.passed_by_name, void_since = null, voided_by = null
    where old.void_since is not null`.execute(write)
}

/** Takes back what a source opened; steps that were reported meanwhile stay reported. */
export async function revokePasses(
  write: Write,
  plantId: number,
  { source, sourceId }: PassSource,
): Promise<void> {
  await write
    .deleteFrom('gate_passes')
    .where('plant_id', '=', plantId)
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .execute()
}

/**
 * After rework or repair what was inspected and tested before counts no more. A concession is a decision and stays; a coat is
 * judged by its own records.
 */
export async function voidPasses(
  write: Write,
  plantId: number,
  pieceIds: readonly number[],
  { ncrId, at }: { readonly ncrId: number; readonly at: Date },
): Promise<void> {
  if (pieceIds.length === 0) return
  await write
    .updateTable('gate_passes')
    .set({ void_since: at, voided_by: ncrId })
    .where('plant_id', '=', plantId)
    .where('piece_id', 'in', pieceIds)
    .where('source', 'in', ['inspection', 'ndt'])
    .where('void_since', 'is', null)
    .execute()
}

/** A gate that somebody or something opened for a piece: condition on `gate_passes g`. */
export const passCounts = sql`g.void_since is null`

/** Demands that a piece has by its register of welds, and by its records of coats. */
export const weldDemands: ReadonlySet<OpenDemand> = new Set(['weld_open', 'ndt_due', 'ndt_failed'])
export const coatDemands: ReadonlySet<OpenDemand> = new Set(['coat_open', 'coat_failed', 'fire_open'])

/** Pieces by their ids, or by a select of ids of `pieces`: an order of ten thousand is not read to be asked about. */
export type PieceSet = readonly number[] | RawBuilder<{ id: number }>

interface DemandRow {
  readonly id: number
  readonly demand: OpenDemand
}

/** Demands of pieces that are not met, by piece; a piece that conforms is left out. */
export type OpenDemands = ReadonlyMap<number, readonly OpenDemand[]>

/**
 * Whether pieces conform, and if not what is missing: the one answer that gates, packing, delivery, lists, labels, certificate
 * and dossier are made of. Welds, their tests, coats and inspections have all passed, and what did not conform was corrected:
 * EN 1090-2, clause 12 (inspection, testing and correction). `asked`: only these demands are looked at.
 */
export async function openDemandsOf(
  reads: Reads,
  plantId: number,
  pieces: PieceSet,
  demands: ReadonlySet<OpenDemand> = new Set(openDemands),
): Promise<OpenDemands> {
  if ('length' in pieces && pieces.length === 0) return new Map()
  const rows = await readRows(reads, sql<DemandRow>`${prepare}${demandRows(plantId, pieces, demands)}`)
  const found = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...found].map(([id, own]) => {
      const open = new Set(own.map(({ demand }) => demand))
      return [id, openDemands.filter((demand) => open.has(demand) && demands.has(demand))]
    }),
  )
}

export function demandRows(plantId: number, pieces: PieceSet, requested: ReadonlySet<PieceNeed>) {
  const set = setOf(pieces)
  const parts = sources.filter(({ demands }) => demands.some((demand) => requested.has(demand)))
  const rows = parts.map(({ rowsOf }) => rowsOf(plantId, set))
  return sql<DemandRow>`${sql.join(rows, sql` union `)}`
}

/** Ids of those of these pieces that lack something that keeps them from leaving the factory. */
export const withheldPieces = (plantId: number, pieces: RawBuilder<{ id: number }>) =>
  sql<{ id: number }>`select distinct id from (${demandRows(plantId, pieces, shippingDemands)}) lacking`

/** Ids of those of these pieces that lack one of these, as a select for larger statements. */
export const lackingPieces = (
  plantId: number,
  pieces: RawBuilder<{ id: number }>,
  needs: readonly PieceNeed[],
) => {
  const rows = demandRows(plantId, pieces, new Set(needs))
  const ofNeeds = sql`demand = any(${[...needs]}::text[])`
  return sql<{ id: number }>`select id from (${rows}) lacking where ${ofNeeds}`
}

/** Pieces as statements ask for them: one of these, and all of these. */
interface PieceFilter {
  readonly any: RawBuilder<unknown>
  readonly all: RawBuilder<unknown>
}

function setOf(pieces: PieceSet): PieceFilter {
  if (!('length' in pieces)) return { any: sql`any(${pieces})`, all: pieces }
  const ids = sql`${[...new Set(pieces)]}::bigint[]`
  return { any: sql`any(${ids})`, all: sql`select unnest(${ids}) as id` }
}

const ofReports = (plantId: number, { any }: PieceFilter) => sql`
  select p.piece_id as id, 'ncr_open' as demand from ncr_pieces p join ncrs n on n.id = p.ncr_id
  where p.plant_id = ${plantId} and p.piece_id = ${any} and n.status not in ('closed', 'cancelled')`

const ofWelds = (plantId: number, { any }: PieceFilter) => sql`
  select piece_id as id, case state when 'open' then 'weld_open' when 'failed' then 'ndt_failed' else 'ndt_due' end as demand
  from welds where plant_id = ${plantId} and piece_id = ${any} and state not in ('passed', 'free')`

/**
 * Of each kind of check the coat that was judged last counts. Where the specification has a fire coating, so does that. A
 * piece whose every coat has passed, none of them with fire coating, is not looked at.
 */
const ofCoats = (plantId: number, { any }: PieceFilter) => sql`
  select piece_id as id, demand from (
    select piece_id, case
        when film is null then 'coat_open' when film = 'fail' or fire = 'fail' then 'coat_failed'
        when with_fire and fire is null then 'fire_open' end as demand
    from (
      select piece_id, max(status) filter (where check_kind = 'film') as film,
        max(status) filter (where check_kind = 'fire') as fire,
        coalesce(bool_or(with_fire) filter (where check_kind = 'film'), false) as with_fire
      from (
        select distinct on (p.piece_id, c.check_kind) p.piece_id, c.check_kind, nullif(c.status, 'draft') as status,
          jsonb_typeof(c.limits -> 'fire') = 'object' as with_fire
        from coat_pieces p join coats c on c.id = p.coat_id
        where p.plant_id = ${plantId} and p.piece_id in (
          select u.piece_id from coats x join coat_pieces u on u.coat_id = x.id
          where x.plant_id = ${plantId} and (x.status <> 'pass' or jsonb_typeof(x.limits -> 'fire') = 'object')
            and u.piece_id = ${any})
        order by p.piece_id, c.check_kind, c.status = 'draft', c.judged_at desc, c.id desc
      ) last group by piece_id
    ) coated
  ) judged where demand is not null`

/** The latest signed inspection of a stage failed, and no report on the piece was closed since. */
const ofFailedInspections = (plantId: number, { any }: PieceFilter) => sql`
  select p.piece_id as id, 'inspection_failed' as demand
  from inspections i join inspection_pieces p on p.inspection_id = i.id
  where i.plant_id = ${plantId} and i.status = 'locked' and i.verdict = 'fail' and p.piece_id = ${any}
    and p.verdict is distinct from 'pass'
    and not exists (
      select from inspection_pieces q join inspections j on j.id = q.inspection_id
      where q.piece_id = p.piece_id and j.stage = i.stage and j.status = 'locked'
        and (j.locked_at, j.id) > (i.locked_at, i.id))
    and not exists (
      select from ncr_pieces r join ncrs n on n.id = r.ncr_id
      where r.piece_id = p.piece_id and n.status = 'closed' and n.closed_at >= i.locked_at)`

const ofVoidedPasses = (plantId: number, { any }: PieceFilter) => sql`
  select v.piece_id as id, 'inspection_again' as demand from gate_passes v
  where v.plant_id = ${plantId} and v.piece_id = ${any} and v.void_since is not null and not exists (
    select from gate_passes g where g.piece_id = v.piece_id and g.process_id = v.process_id and ${passCounts})`

/** The inspection that says that a piece is good as a whole, and the lot that was signed for it last. */
const ofFinalInspections = (plantId: number, { any, all }: PieceFilter) => sql`
  select s.id, 'inspection_final' as demand from (${all}) s
  where not exists (select from (${latestFinals(plantId, any)}) f where f.piece_id = s.id and f.passed)`

/**
 * Of each of `any` pieces the final inspection that was signed last, and whether it passed: as a lot, as a piece that a failed lot lets
 * go (decision 0025), or because the customer took it as it is.
 */
export const latestFinals = (plantId: number, any: RawBuilder<unknown>) => sql`
  select l.*, l.conceded or l.own = 'pass' or l.verdict in ('pass', 'concession') as passed from (
    select distinct on (p.piece_id) p.piece_id, i.mark, i.no, i.standard_code, i.verdict, p.verdict as own, i.locked_at,
      i.verdict = 'concession' or exists (
        select from ncr_pieces r join ncrs n on n.id = r.ncr_id where r.piece_id = p.piece_id
          and n.status = 'closed' and n.disposition = 'concession' and n.closed_at >= i.locked_at) as conceded
    from inspection_pieces p join inspections i on i.id = p.inspection_id
    where p.plant_id = ${plantId} and p.piece_id = ${any} and i.stage = 'final' and i.status = 'locked'
    order by p.piece_id, i.locked_at desc, i.id desc
  ) l`

const ofUnsignedInspections = (plantId: number, { any }: PieceFilter) => sql`
  select p.piece_id as id, 'inspection_unsigned' as demand from inspection_pieces p join inspections i on i.id = p.inspection_id
  where p.plant_id = ${plantId} and p.piece_id = ${any} and i.status in ('draft', 'submitted', 'judged')`

const ofUnreleasedMaterial = (plantId: number, { any }: PieceFilter) => sql`
  select u.piece_id as id, 'material_unreleased' as demand from material_lots l join heat_uses u on u.lot_id = l.id
  where l.plant_id = ${plantId} and u.piece_id = ${any} and l.status in ('quarantine', 'rejected')`

/** A heat for which no mill certificate was accepted; the report of a re-test is none. */
const ofMillCertificates = (plantId: number, { any }: PieceFilter) => sql`
  select u.piece_id as id, 'mill_certificate' as demand from heat_uses u join material_lots l on l.id = u.lot_id
  where u.plant_id = ${plantId} and u.piece_id = ${any} and l.status not in ('quarantine', 'rejected') and not exists (
    select from mill_certificate_heats h join mill_certificates c on c.id = h.certificate_id
    where h.heat_id = l.heat_id and c.status = 'accepted' and c.kind <> 'retest')`

const ofHeats = (plantId: number, { all }: PieceFilter) => sql`
  select s.id, 'heat' as demand from (${all}) s where not exists (
    select from heat_uses u where u.plant_id = ${plantId} and u.piece_id = s.id)`

const ofSubAssemblies = (plantId: number, { any }: PieceFilter) => sql`
  select id, 'sub_assembly_missing' as demand from (${lackingOf(sql`p.plant_id = ${plantId} and p.id = ${any}
    and p.order_id in (select order_id from sub_assemblies where plant_id = ${plantId})`)}) lacking`

/** A piece that contains others conforms only with them: they leave with it. */
const ofInnerPieces = (plantId: number, { any }: PieceFilter) => {
  const inner = sql`select piece_id as id from built_pieces where plant_id = ${plantId} and root_id = ${any}`
  const own = sources.filter(({ demands }) =>
    demands.some((demand) => shippingDemands.has(demand as OpenDemand)),
  )
  const rows = own
    .filter(({ demands }) => !demands.includes('sub_assembly_open') && !demands.includes('trial_open'))
    // As an array they are found once, and each table is read by its index of pieces.
    .map(({ rowsOf }) => rowsOf(plantId, { any: sql`any(array(${inner}))`, all: inner }))
  return sql`
    select b.root_id as id, 'sub_assembly_open' as demand from built_pieces b join pieces p on p.id = b.piece_id
      left join (${sql.join(rows, sql` union `)}) open on open.id = b.piece_id
    where b.plant_id = ${plantId} and b.root_id = ${any}
      and (open.id is not null or p.holds > 0 or p.status in ('ncr_open', 'rework'))`
}

/** A trial assembly that is required of the mark of a piece, and of which none is released. */
const ofTrialAssemblies = (plantId: number, { any }: PieceFilter) => sql`
  select p.id, 'trial_open' as demand from pieces p join marks m on m.id = p.mark_id
    cross join lateral (select scope from trial_requirements r where r.order_id = p.order_id and r.mark in (m.mark, '')
      order by r.mark desc limit 1) r
  where p.plant_id = ${plantId} and p.id = ${any} and r.scope <> 'none'
    and p.order_id in (select order_id from trial_requirements where plant_id = ${plantId})
    and not exists (select from trial_pieces t join trial_assemblies a on a.id = t.trial_id and a.status = 'released'
      where t.piece_id = p.id)
    and not (r.scope = 'mark' and exists (
      select from trial_assemblies a join trial_pieces t on t.trial_id = a.id join pieces q on q.id = t.piece_id
        join marks n on n.id = q.mark_id
      where a.order_id = p.order_id and a.status = 'released' and n.mark = m.mark))`

const sources: readonly {
  readonly demands: readonly PieceNeed[]
  readonly rowsOf: (plantId: number, filter: PieceFilter) => RawBuilder<unknown>
}[] = [
  { demands: ['ncr_open'], rowsOf: ofReports },
  { demands: [...weldDemands], rowsOf: ofWelds },
  { demands: [...coatDemands], rowsOf: ofCoats },
  { demands: ['inspection_failed'], rowsOf: ofFailedInspections },
  { demands: ['inspection_again'], rowsOf: ofVoidedPasses },
  { demands: ['inspection_final'], rowsOf: ofFinalInspections },
  { demands: ['inspection_unsigned'], rowsOf: ofUnsignedInspections },
  { demands: ['material_unreleased'], rowsOf: ofUnreleasedMaterial },
  { demands: ['mill_certificate'], rowsOf: ofMillCertificates },
  { demands: ['heat'], rowsOf: ofHeats },
  { demands: ['sub_assembly_missing'], rowsOf: ofSubAssemblies },
  { demands: ['sub_assembly_open'], rowsOf: ofInnerPieces },
  { demands: ['trial_open'], rowsOf: ofTrialAssemblies },
]

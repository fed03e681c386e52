import type { ModelStates } from '@cloud-factory/contract/model/models'
import {
  type Colouring,
  latenesses,
  latenessOf,
  memberStatuses,
  qualities,
  qualityOf,
  type RecordColouring,
} from '@cloud-factory/domain/model/member-states'
import { memberChanges } from '@cloud-factory/contract/model/models'
import type { PieceStatus } from '@cloud-factory/domain/orders/order-statuses'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { today } from '../../platform/db/factory-day.ts'
import { type Reads, readRows } from '../../platform/db/handles.ts'
import { fail } from '../../platform/http/domain-error.ts'
import { oneOrder, uncounted } from '../orders/public.ts'

/** A member of the model, a piece of the order, or both. */
interface StateRow {
  readonly position: number | null
  readonly change: string | null
  readonly member_kg: number | null
  readonly piece_id: number | null
  readonly status: PieceStatus
  readonly erected: boolean
  readonly kg: number
  readonly held: boolean
  readonly has_open_ncr: boolean
  readonly process: number | null
  readonly started: boolean
  readonly due_on: string | null
  readonly production_lot: string | null
  readonly erection_lot: string | null
  readonly delivery: string | null
  readonly today: string
}

/** The process that has no work left; one without a route has none yet. */
const done = 'done'
const none = 'none'

/**
 * States of the members of the model in use, and the sums of all counted pieces, which equal those of the order's lists and
 * reports; fails with `not_found` when the order has no model in use.
 */
export async function memberStates(
  reads: Reads,
  actor: Actor,
  orderId: string,
  now: Date,
): Promise<ModelStates> {
  const [order, [model]] = await Promise.all([
    oneOrder(reads, actor, orderId, now),
    readRows(
      reads,
      sql<{ id: number }>`select id from model_revisions where order_id = ${orderId} and status = 'current'`,
    ),
  ])
  if (model === undefined) return fail('not_found')
  const [rows, processes, records] = await Promise.all([
    stateRows(reads, actor.plantId, { orderId, modelId: model.id, now }),
    readRows(
      reads,
      sql<{
        id: string
      }>`select id::text from processes where plant_id = ${actor.plantId} order by position, id`,
    ),
    recordsOf(reads, actor.plantId, orderId),
  ])
  const colourings = coloursOf(order, processes, records)
  const all = Object.entries(colourings).map(([key, colours]) => [key, coloured(rows, colours)] as const)
  return {
    revisionId: String(model.id),
    states: Object.fromEntries(all.map(([key, { states }]) => [key, states])) as ModelStates['states'],
    sums: Object.fromEntries(all.map(([key, { sums }]) => [key, sums])) as ModelStates['sums'],
  }
}

type Order = Awaited<ReturnType<typeof oneOrder>>

function coloursOf(
  order: Order,
  processes: readonly { readonly id: string }[],
  records: readonly RecordName[],
): Readonly<Record<Colouring, Colours>> {
  const forecastOn = order.forecast?.doneOn ?? null
  const byRecord = (kind: RecordColouring, without: string): Colours => {
    const named = records.filter((one) => one.kind === kind)
    return {
      states: [without, ...named.map(({ id }) => id)],
      names: new Map(named.map(({ id, name }) => [id, name])),
      of: (row) => row[kind] ?? without,
    }
  }
  return {
    status: { states: memberStatuses, of: ({ status, erected }) => (erected ? 'erected' : status) },
    process: { states: [none, ...processes.map(({ id }) => id), done], of: processOf },
    lateness: {
      states: latenesses,
      of: (row) =>
        latenessOf({ isDone: isDone(row), dueOn: row.due_on ?? order.dueOn, forecastOn, today: row.today }),
    },
    quality: {
      states: qualities,
      of: (row) => qualityOf({ status: row.status, held: row.held, hasOpenNcr: row.has_open_ncr }),
    },
    production_lot: byRecord('production_lot', 'no_lot'),
    erection_lot: byRecord('erection_lot', 'no_lot'),
    delivery: byRecord('delivery', 'no_load'),
    change: { states: memberChanges, of: ({ change }) => change, ofMembers: true },
  }
}

const isDone = ({ process, started }: StateRow): boolean => process === null && started

const processOf = (row: StateRow): string =>
  isDone(row) ? done : row.process === null ? none : String(row.process)

interface RecordName {
  readonly kind: RecordColouring
  readonly id: string
  readonly name: string
}

/** Lots and deliveries of an order in the sequence in which they are made, erected and sent. */
const recordsOf = (reads: Reads, plantId: number, orderId: string): Promise<RecordName[]> =>
  readRows(
    reads,
    sql<RecordName>`
      select kind, id::text, concat_ws(' · ', no, nullif(name, '')) as name from (
        select 'production_lot' as kind, id, no, name, row_number() over (order by issued_on, no) as place from batches
          where plant_id = ${plantId} and order_id = ${orderId}
        union all
        select 'erection_lot', id, code, name, position from erection_lots
          where plant_id = ${plantId} and order_id = ${orderId}
        union all
        select 'delivery', id, no, truck_plate, row_number() over (order by coalesce(sent_at, planned_on), id) from deliveries
          where plant_id = ${plantId} and id in (select delivery_id from packages where order_id = ${orderId})) records
      order by kind, place`,
  )

interface StateRange {
  readonly orderId: string
  readonly modelId: number
  readonly now: Date
}

const stateRows = (
  reads: Reads,
  plantId: number,
  { orderId, modelId, now }: StateRange,
): Promise<StateRow[]> =>
  readRows(
    reads,
    sql<StateRow>`
      with counted as (select p.*, b.planned_end from pieces p left join batches b on b.id = p.batch_id
        where p.plant_id = ${plantId} and p.order_id = ${orderId} and p.status <> all(${uncounted}::text[]))
      select d.position, d.change, d.kg::float8 as member_kg, p.id as piece_id, p.status, coalesce(p.net_kg, 0)::float8 as kg,
        p.holds > 0 as held, p.next_process_id as process, p.steps_done > 0 as started, p.planned_end as due_on,
        p.batch_id::text as production_lot, e.lot_id::text as erection_lot, k.delivery_id::text as delivery,
        ${today(plantId, now)} as today, exists (select from ncr_pieces x join ncrs n on n.id = x.ncr_id
          where x.piece_id = p.id and n.status not in ('closed', 'cancelled')) as has_open_ncr,
        p.status = 'received' and exists (select from site_reports r
          where r.piece_id = coalesce((select b.root_id from built_pieces b where b.piece_id = p.id), p.id)
          and r.is_current and r.kind = 'erected') as erected
      from (select * from model_members where revision_id = ${modelId}) d
        full join counted p on p.id = d.piece_id
        left join erection_places e on e.piece_id = p.id
        left join (package_pieces pp join packages k on k.id = pp.package_id) on pp.piece_id = p.id
      order by d.position nulls last`,
  )

interface Colours {
  /** All states in the order of the legend. */
  readonly states: readonly string[]
  readonly of: (row: StateRow) => string | null
  /** Of states that are records of the factory. */
  readonly names?: ReadonlyMap<string, string>
  /** Of members of the model, whether or not they have a piece. */
  readonly ofMembers?: boolean
}

/** The state of each member, and the sums of the states that occur. */
function coloured(rows: readonly StateRow[], { states, of, names, ofMembers = false }: Colours) {
  const sums = new Map(
    states.map((state) => {
      const name = names?.get(state)
      return [state, { state, ...(name !== undefined && { name }), pieces: 0, kg: 0, inModel: 0 }]
    }),
  )
  const members: (string | null)[] = []
  for (const row of rows) {
    const state = ofMembers || row.piece_id !== null ? of(row) : null
    if (row.position !== null) members.push(state)
    const sum = state === null ? undefined : sums.get(state)
    if (sum === undefined) continue
    sum.pieces += 1
    sum.kg += (ofMembers ? row.member_kg : row.kg) ?? 0
    if (row.position !== null) sum.inModel += 1
  }
  const occurring = [...sums.values()].filter(({ pieces }) => pieces > 0)
  const number = new Map(occurring.map(({ state }, at) => [state, at]))
  return {
    sums: occurring.map((sum) => ({ ...sum, kg: Math.round(sum.kg * 1000) / 1000 })),
    states: members.map((state) => (state === null ? null : (number.get(state) ?? null))),
  }
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { productionApi } from '@cloud-factory/contract/production'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/record.ts'
import type { Actor } from '../../../platform/auth/actor.ts'
import type { Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { recordEvent } from '../../../platform/outbox/record.ts'
import { recountProjects } from '../projects.store.ts'
import { recountOrder } from '../orders.store.ts'
import { signature } from '../../../platform/db/signed-rows.ts'
import { lockPiece } from './hold-pieces.ts'
import { mayScrap } from './piece-life.rules.ts'
import { issuePieces } from './release-order.ts'
import { retirePieces } from './retire-pieces.ts'
import { settleOrders } from './settle-orders.ts'

type ScrapInput = BodyOf<(typeof productionApi)['POST /api/pieces/:id/scrap']>

/** Scraps a piece: it and its tonnes no longer count. A new piece of its mark takes its place when asked for. */
export async function scrapPiece(write: Write, actor: Actor, id: string, input: ScrapInput): Promise<void> {
  const { order, piece, facts } = await lockPiece(write, actor.plantId, id)
  const verdict = mayScrap(actor.tags, facts)
  if (verdict !== true) refuse('state.refused', { params: { reason: verdict, serial: piece.serial } })
  const days = await retirePieces(write, actor, order.id, [piece.id], 'scrapped')
  const replacement = input.replace ? await addPiece(write, actor, piece.mark_id) : null
  if (replacement !== null) await issuePieces(write, actor.plantId, order.id)
  await recountOrder(write, actor, order.id)
  await recountProjects(write, actor.plantId, [order.project_id])
  const moved = await settleOrders(write, actor, [order], days)
  const subjectId = String(order.id)
  const move = moved[0]
  await recordAudit(write, actor, {
    action: 'orders.scrap',
    subjectKind: 'order',
    subjectId,
    subjectName: order.no,
    before: move === undefined ? {} : { status: move.from },
    after: { serial: piece.serial, reason: input.reason, replacement, ...(move && { status: move.to }) },
  })
  await recordEvent(write, actor.plantId, {
    name: 'orders.scrapped',
    subjectId,
    payload: { no: order.no, serial: piece.serial, replacement },
  })
}

/** One more piece of a mark, behind the last number, held when its mark is; returns its serial. */
async function addPiece(write: Write, actor: Actor, markId: number): Promise<string> {
  const { updated_by: by } = signature(actor)
  const { rows } = await sql<{ serial: string }>`
    insert into pieces (plant_id, order_id, mark_id, serial, net_kg, holds, created_by, updated_by)
    select m.plant_id, m.order_id, m.id, m.mark || '-' || lpad(n::text, greatest(3, length(n::text)), '0'), m.net_kg,
      m.holds, ${by}::bigint, ${by}::bigint
    from marks m cross join lateral (
      select 1 + max(substr(serial, length(m.mark) + 2)::int) as n from pieces
      where order_id = m.order_id and serial like replace(replace(m.mark, '_', '\\_'), '%', '\\%') || '-%'
        and substr(serial, length(m.mark) + 2) ~ '^[0-9]{1,9}$'
    ) numbered
    where m.id = ${markId} returning serial`.execute(write)
  return rows[0]?.serial ?? refuse('not_found')
}

import type { BodyOf } from '@cloud-factory/contract/endpoint'
import type { receiptsApi } from '@cloud-factory/contract/material/receipts'
import type { Actor } from '../../platform/auth/actor.ts'
import type { Write } from '../../platform/db/handles.ts'
import { decideLot, lotForAction } from './change-lot.ts'

type Api = typeof receiptsApi
type Reasoned = BodyOf<Api['POST /api/lots/:id/reject']>

/** Releases a lot whose documents are accepted. */
export async function releaseLot(
  write: Write,
  actor: Actor,
  id: string,
  { version }: BodyOf<Api['POST /api/lots/:id/release']>,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'release')
  await decideLot(write, actor, held, { status: 'released', note: '' }, now)
}

/** Rejects a lot, even a used one: its pieces are stopped until somebody decides on them. */
export async function rejectLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note }: Reasoned,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'reject')
  await decideLot(write, actor, held, { status: 'rejected', note }, now)
}

export async function quarantineLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note }: Reasoned,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'quarantine')
  await decideLot(write, actor, held, { status: 'quarantine', note }, now)
}

/** Releases a lot by concession although it is not as ordered: the customer or the designer agreed. */
export async function concedeLot(
  write: Write,
  actor: Actor,
  id: string,
  { version, note, agreedBy }: BodyOf<Api['POST /api/lots/:id/concede']>,
  now: Date,
): Promise<void> {
  const held = await lotForAction(write, actor, id, version, 'concede')
  await decideLot(write, actor, held, { status: 'concession', note, agreed_by: agreedBy }, now)
}

import { keepsFromShipping, type ShippingDemand, shippingDemands } from '@cloud-factory/contract/conformity'
import type { ShippingReason } from '@cloud-factory/contract/packages'
import { asReads, type Reads, type Write } from '../../../platform/db/handles.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { ConformityPort } from '../production/inspections.ts'

/** The first demand of each piece that keeps it from being packed and sent; pieces that may leave are left out. */
export async function demandsAgainstShipping(
  reads: Reads,
  plantId: number,
  pieceIds: readonly number[],
  conformity: ConformityPort,
): Promise<ReadonlyMap<number, ShippingReason>> {
  const demands = await conformity(reads, plantId, pieceIds, shippingDemands)
  return new Map(
    [...demands].flatMap(([id, open]): [number, ShippingReason][] => {
      const first = open.find(keepsFromShipping)
      return first === undefined ? [] : [[id, reasons[first]]]
    }),
  )
}

/** Refuses with the first piece that may not leave, and why. */
export async function requireConforming(
  write: Write,
  plantId: number,
  pieces: readonly { readonly id: number; readonly serial: string }[],
  conformity: ConformityPort,
): Promise<void> {
  const ids = pieces.map(({ id }) => id)
  const demands = await demandsAgainstShipping(asReads(write), plantId, ids, conformity)
  const bad = pieces.find(({ id }) => demands.has(id))
  if (bad !== undefined)
    refuse('state.refused', { params: { reason: demands.get(bad.id) ?? 'other', piece: bad.serial } })
}

const reasons: Readonly<Record<ShippingDemand, ShippingReason>> = {
  ncr_open: 'pack.piece_ncr',
  weld_open: 'pack.weld_open',
  ndt_due: 'pack.ndt_due',
  ndt_failed: 'pack.ndt_failed',
  coat_open: 'pack.coat_open',
  coat_failed: 'pack.coat_failed',
  fire_open: 'pack.fire_open',
  inspection_failed: 'pack.inspection_failed',
  inspection_again: 'pack.inspection_again',
  material_unreleased: 'pack.material_unreleased',
}

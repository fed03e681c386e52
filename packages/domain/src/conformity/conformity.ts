/** What a piece still needs before it conforms, in display order. A piece without open demands conforms. */
export const openDemands = [
  'ncr_open',
  'weld_open',
  'ndt_due',
  'ndt_failed',
  'coat_open',
  'coat_failed',
  'fire_open',
  'inspection_failed',
  'inspection_again',
  'inspection_final',
  'inspection_unsigned',
  'material_unreleased',
  'mill_certificate',
  'sub_assembly_missing',
  'sub_assembly_open',
  'trial_open',
] as const
export type OpenDemand = (typeof openDemands)[number]

/** What lists of pieces are filtered by: an open demand, or that no heat is assigned, which only some projects demand. */
export const pieceNeeds = [...openDemands, 'heat'] as const
export type PieceNeed = (typeof pieceNeeds)[number]

/**
 * Documents that follow later: they prevent the certification of an order, not the packing of its pieces. A gate
 * requires the final inspection where the route has one.
 */
const documents = [
  'inspection_final',
  'inspection_unsigned',
  'mill_certificate',
] as const satisfies readonly OpenDemand[]
export type ShippingDemand = Exclude<OpenDemand, (typeof documents)[number]>

/** Whether a demand prevents a piece from being packed or sent. */
export const keepsFromShipping = (demand: OpenDemand): demand is ShippingDemand =>
  !documents.some((document) => document === demand)

/** The demands that a piece must meet before it may leave the factory. */
export const shippingDemands: ReadonlySet<OpenDemand> = new Set(openDemands.filter(keepsFromShipping))

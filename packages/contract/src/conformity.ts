/** What a piece still needs before it conforms, in the order in which it is named. A piece that needs nothing conforms. */
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
] as const
export type OpenDemand = (typeof openDemands)[number]

/**
 * Papers that follow: they keep an order from being certified, not its pieces from being packed. A gate asks for the final
 * inspection where the route has one.
 */
const documents = [
  'inspection_final',
  'inspection_unsigned',
  'mill_certificate',
] as const satisfies readonly OpenDemand[]
export type ShippingDemand = Exclude<OpenDemand, (typeof documents)[number]>

/** Whether a piece may not be packed or sent before this is met. */
export const keepsFromShipping = (demand: OpenDemand): demand is ShippingDemand =>
  !documents.some((document) => document === demand)

/** What a piece is asked for before it may leave the factory. */
export const shippingDemands: ReadonlySet<OpenDemand> = new Set(openDemands.filter(keepsFromShipping))

/** Status of a nest: being solved; planned; its bars reserved; cut; cancelled; without a plan. No schemas here, so the browser may import the values. */
export const nestStatuses = ['solving', 'planned', 'released', 'cut', 'cancelled', 'failed'] as const
export type NestStatus = (typeof nestStatuses)[number]

export const nestBarStatuses = ['planned', 'reserved', 'cut', 'cancelled'] as const
export type NestBarStatus = (typeof nestBarStatuses)[number]

/** Why a part is not in a nest. */
export const unmadeReasons = ['longer_than_any_bar', 'no_stock'] as const

/** How a search ended. */
export const nestingEnds = ['optimal', 'time_limit', 'no_improvement', 'cancelled'] as const

/** Status of a plate job: given to the machine; all parts cut; closed, with or without all of them; cancelled. */
export const plateJobStatuses = ['open', 'cut', 'closed', 'cancelled'] as const
export type PlateJobStatus = (typeof plateJobStatuses)[number]

export const plateRemnantStatuses = ['available', 'reserved', 'cut', 'scrapped'] as const
export type PlateRemnantStatus = (typeof plateRemnantStatuses)[number]

/** Why a part of a plate job is on no plate. */
export const plateUnmadeReasons = [
  'no_rectangle',
  'larger_than_any_plate',
  'no_stock',
  'held',
  'revised',
] as const
export type PlateUnmadeReason = (typeof plateUnmadeReasons)[number]

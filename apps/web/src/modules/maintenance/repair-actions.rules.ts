import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { type ActionPlaces, placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type RepairAction = Exclude<keyof RepairDetail['can'], 'assign' | 'photo'>

/** States of a repair order in the order of its life. */
export const repairLife: readonly RepairDetail['status'][] = [
  'reported',
  'accepted',
  'working',
  'done',
  'verified',
]

const places: Readonly<Record<RepairDetail['status'], ActionPlaces<RepairAction>>> = {
  reported: { next: ['accept'], more: ['cancel'] },
  accepted: { next: ['start'], more: ['cancel'] },
  working: { next: ['finish'], beside: ['usePart'] },
  done: { next: ['verify'], beside: ['reject'] },
  verified: {},
  cancelled: {},
}

/** Actions in the head of a repair order. */
export const repairActions = ({
  status,
  can,
}: Pick<RepairDetail, 'status' | 'can'>): RecordActions<RepairAction> => placeActions(can, places[status])

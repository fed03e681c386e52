import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type MachineAction = 'edit' | 'label' | 'retire' | 'restore'

/** Actions in the head of a machine, which has no next step. */
export const machineActions = ({
  active,
  can,
}: Pick<MachineRow, 'active' | 'can'>): RecordActions<MachineAction> =>
  placeActions<MachineAction>(
    { ...can, label: true },
    { beside: ['edit'], more: ['label', active ? 'retire' : 'restore'] },
  )

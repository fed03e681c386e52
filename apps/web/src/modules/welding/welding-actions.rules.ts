import type { NdtRequest } from '@cloud-factory/contract/welding/ndt'
import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type WeldAction = 'edit' | 'delete' | 'reopen' | 'repair'

/** Actions in the head of a weld: one that failed its test is repaired. */
export const weldActions = ({ state, can }: Pick<WeldRow, 'state' | 'can'>): RecordActions<WeldAction> =>
  placeActions<WeldAction>(can, {
    next: state === 'failed' ? ['repair'] : [],
    beside: ['edit'],
    more: ['reopen', 'delete'],
  })

/** Actions in the head of an NDT request; its results are entered in the list below. */
export const requestActions = ({ can }: Pick<NdtRequest, 'can'>): RecordActions<'cancel'> =>
  placeActions<'cancel'>(can, { more: ['cancel'] })

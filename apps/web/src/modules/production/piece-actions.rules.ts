import type { WorkPiece } from '@cloud-factory/contract/production/work'
import { placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type PieceAction = 'report' | 'hold' | 'resume' | 'raise' | 'scrap'

/** Actions in the head of a piece: its next step is reported. `canRaise`: whether the person may raise an NCR on it. */
export const pieceActions = (
  { nextProcessId, can }: Pick<WorkPiece, 'nextProcessId' | 'can'>,
  canRaise: boolean,
): RecordActions<PieceAction> =>
  placeActions<PieceAction>(
    { ...can, raise: true },
    {
      next: nextProcessId === null ? [] : ['report'],
      beside: [can.resume === true ? 'resume' : 'hold'],
      more: [...(canRaise ? ['raise' as const] : []), 'scrap'],
    },
  )

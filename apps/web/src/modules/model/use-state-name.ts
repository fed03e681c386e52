import type { Colouring } from '@cloud-factory/domain/model/member-states'
import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { useTranslation } from 'react-i18next'
import { useProcessName } from '../planning/plan.queries.ts'

const own = [
  'done',
  'none',
  'in_time',
  'late',
  'overdue',
  'unknown',
  'open',
  'same',
  'added',
  'moved',
  'changed',
] as const

/** Names of states as the legend has them. */
export function useStateName(colouring: Colouring): (state: string) => string {
  const { t } = useTranslation('model')
  const processName = useProcessName()
  return (state) => {
    const word = own.find((one) => one === state)
    if (word !== undefined) return t(`state.${word}`)
    if (colouring === 'process') return processName(state)
    if (state === 'held') return t('common:piece.held')
    const status = pieceStatuses.find((one) => one === state)
    return status === undefined ? state : t(`common:piece.${status}`)
  }
}

import { pieceStatuses } from '@cloud-factory/domain/orders/order-statuses'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useProcessName } from '../planning/plan.queries.ts'
import type { ColouredModel } from './member-view.rules.ts'

const own = [
  'done',
  'erected',
  'none',
  'no_lot',
  'no_load',
  'in_time',
  'late',
  'overdue',
  'unknown',
  'open',
  'same',
  'added',
  'moved',
  'changed',
  'removed',
] as const

/** Names of states as the legend has them. */
export function useStateName({
  colouring,
  sums,
}: Pick<ColouredModel, 'colouring' | 'sums'>): (state: string) => string {
  const { t } = useTranslation('model')
  const processName = useProcessName()
  return (state) => {
    const word = own.find((one) => one === state)
    if (word !== undefined) return t(`state.${word}`)
    const name = sums.find((sum) => sum.state === state)?.name
    if (name !== undefined) return name
    if (colouring === 'process') return processName(state)
    if (state === 'held') return t('common:piece.held')
    const status = pieceStatuses.find((one) => one === state)
    return status === undefined ? state : t(`common:piece.${status}`)
  }
}

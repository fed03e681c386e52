import type { ModelStatus } from '@cloud-factory/contract/model/models'
import { canEditDrawings } from '../drawings/drawings.policy.ts'

type Verdict = true | string

export interface ModelFacts {
  readonly orderStatus: string
  readonly status: ModelStatus
}

/** Whether models of an order may be added: by those who may add drawings. */
export const canAddModel = canEditDrawings

function canInStatus(
  tags: readonly string[],
  { orderStatus, status }: ModelFacts,
  statuses: readonly ModelStatus[],
): Verdict {
  const verdict = canEditDrawings(tags, orderStatus)
  if (verdict !== true) return verdict
  return statuses.includes(status) || 'model.wrong_state'
}

/** Whether a model may be put to use. */
export const canUse = (tags: readonly string[], facts: ModelFacts): Verdict =>
  canInStatus(tags, facts, ['waiting'])

export const canCancel = (tags: readonly string[], facts: ModelFacts): Verdict =>
  canInStatus(tags, facts, ['reading', 'waiting'])

/** Whether a person may say which marks its members are. */
export const canMatch = (tags: readonly string[], facts: ModelFacts): Verdict =>
  canInStatus(tags, facts, ['waiting', 'current'])

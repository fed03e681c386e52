import { type Decider, mayDecide } from '../../../platform/auth/four-eyes.rules.ts'
import type { CoatStatus } from '@cloud-factory/contract/weld-words'

type May = true | string

/** What the rules look at of a record of a coat. */
interface CoatFacts {
  readonly status: CoatStatus
  /** Who entered the record, and who its readings. */
  readonly recordedBy: readonly (number | null)[]
}

/** What a person may do with a record of a coat, or why not. */
export function coatCan(who: Decider, { status, recordedBy }: CoatFacts) {
  const inspects = (may: May): May => (who.tags.includes('quality.inspect') ? may : 'permission.denied')
  const judges = (may: May): May => (who.tags.includes('quality.judge') ? may : 'permission.denied')
  const draft = status === 'draft' || 'coat.judged'
  return {
    enter: inspects(draft),
    judge: judges(draft === true ? mayDecide(who, 'coat_judge', recordedBy) : draft),
    reopen: judges(status !== 'draft' || 'coat.not_judged'),
    delete: inspects(draft),
  }
}

import { type Decider, canDecide } from '../../platform/auth/four-eyes.rules.ts'
import type { CoatStatus } from '@cloud-factory/domain/welding/weld-enums'

type Allowed = true | string

/** The facts of a coat record that the rules use. */
interface CoatFacts {
  readonly status: CoatStatus
}

/** Permitted actions of a person on a coat record, with the reason if not permitted. */
export function coatCan(who: Decider, { status }: CoatFacts) {
  const inspects = (allowed: Allowed): Allowed =>
    who.tags.includes('quality.inspect') ? allowed : 'permission.denied'
  const judges = (allowed: Allowed): Allowed =>
    who.tags.includes('quality.judge') ? allowed : 'permission.denied'
  const draft = status === 'draft' || 'coat.judged'
  return {
    enter: inspects(draft),
    judge: judges(draft === true ? canDecide(who, 'coat_judge') : draft),
    reopen: judges(status !== 'draft' || 'coat.not_judged'),
    delete: inspects(draft),
  }
}

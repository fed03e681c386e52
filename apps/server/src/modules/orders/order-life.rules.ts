import { type OrderFacts, orderTransitions, type Verdict } from './orders.rules.ts'

/** Whether a confirmed order can be released; the command checks routes and weights. */
export function canRelease(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (order.status !== 'confirmed') return 'order.wrong_state'
  return order.marks > 0 || 'order.no_marks'
}

export function canHold(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  if (order.status === 'on_hold') return 'order.held_already'
  return orderTransitions[order.status].includes('on_hold') || 'order.wrong_state'
}

export function canResume(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return order.status === 'on_hold' || 'order.not_held'
}

export function canClose(tags: readonly string[], order: OrderFacts): Verdict {
  if (!tags.includes('order.release')) return 'permission.denied'
  return order.status === 'shipped' || 'order.wrong_state'
}

import type { NcrReason } from '@cloud-factory/domain/ncr/ncr-enums'

const doers = ['order.report', 'quality.inspect', 'quality.judge']

/** Whether a person works on pieces or inspects them, and so may raise a non-conformance report. */
export const isDoer = (tags: readonly string[]): boolean => doers.some((tag) => tags.includes(tag))

/** Whether a report may be raised on all that failed in a lot: judged as failed, and once. */
export function canRaiseLot(
  tags: readonly string[],
  lot: { readonly status: string; readonly verdict: string | null },
  isRaised: boolean,
): true | NcrReason {
  if (!isDoer(tags)) return 'permission.denied'
  if (isRaised) return 'ncr.raised_already'
  const isJudged = lot.status === 'judged' || lot.status === 'locked'
  return (isJudged && lot.verdict === 'fail') || 'ncr.not_failed'
}

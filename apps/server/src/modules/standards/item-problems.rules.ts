import { ruleProblems } from '@cloud-factory/contract/standards/rule-problems.rules'
import type { ItemFacts } from './difference.rules.ts'

/** What of an item fits its form but not the rest of it: where, and why. */
export function itemProblems({
  measures,
  nominalOf,
  rule,
}: Pick<ItemFacts, 'measures' | 'nominalOf' | 'rule'>): { path: string; reason: string }[] {
  const problems = ruleProblems(rule).map(({ path, reason }) => ({
    path: `rule.${path}`,
    reason: reason as string,
  }))
  if (measures === 'size' && nominalOf === null) problems.push({ path: 'nominalOf', reason: 'required' })
  if (measures !== 'size' && nominalOf !== null)
    problems.push({ path: 'nominalOf', reason: 'item.no_nominal' })
  if ((measures === 'visual') !== (rule.kind === 'none'))
    problems.push({ path: 'rule', reason: 'item.by_eye' })
  return problems
}

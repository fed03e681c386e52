import type { EditionStatus } from '@cloud-factory/domain/inspection/quality-enums'
import {
  type ItemChange,
  itemInput,
  type StandardItemFacts,
  type StandardReason,
} from '@cloud-factory/contract/standards/standards'
import { ruleProblems } from '@cloud-factory/contract/standards/rule-problems.rules'
import { canonicalJson } from '../../platform/canonical-json.rules.ts'

/** Judgement of a rule: `true`, or the reason why not. */
type Verdict = true | StandardReason

export function canKeep(tags: readonly string[]): Verdict {
  return tags.includes('quality.standards') || 'permission.denied'
}

/** Whether a standard may be deleted, as far as the list knows who uses it; the database has the last word. */
export function canDeleteStandard(
  tags: readonly string[],
  facts: { readonly isUsed: boolean; readonly isApproved: boolean },
): Verdict {
  if (canKeep(tags) !== true) return 'permission.denied'
  if (facts.isUsed) return 'in_use'
  return !facts.isApproved || 'edition.not_draft'
}

/** Only a draft changes: a correction of an approved edition is a new edition. */
export function canEditEdition(tags: readonly string[], status: EditionStatus): Verdict {
  if (canKeep(tags) !== true) return 'permission.denied'
  return status === 'draft' || 'edition.not_draft'
}

/** Figures are checked off while an edition may be inspected by: of a draft, and of an approved one. */
export function canVerify(tags: readonly string[], status: EditionStatus): Verdict {
  if (canKeep(tags) !== true) return 'permission.denied'
  return status !== 'retired' || 'edition.retired'
}

export function canApprove(tags: readonly string[], status: EditionStatus, items: number): Verdict {
  const verdict = canEditEdition(tags, status)
  if (verdict !== true) return verdict
  return items > 0 || 'edition.no_items'
}

export function canRetire(tags: readonly string[], status: EditionStatus): Verdict {
  if (canKeep(tags) !== true) return 'permission.denied'
  return status === 'approved' || 'edition.not_approved'
}

export function canDeleteEdition(tags: readonly string[], status: EditionStatus, isUsed: boolean): Verdict {
  const verdict = canEditEdition(tags, status)
  if (verdict !== true) return verdict
  return !isUsed || 'in_use'
}

export type Item = StandardItemFacts & { readonly id: string }

/** An item of an edition and the one it was; null on the side that has none. */
export type Pair<Before extends Item, After extends Item> =
  | { readonly before: Before | null; readonly after: After }
  | { readonly before: Before; readonly after: null }

/** What says that two items of different editions are the same one. */
const identity = ({ shape, names }: StandardItemFacts) => `${shape} ${names.zh}`

/**
 * Items of two editions side by side: those of the new one in its order, then those that only the old one has, in its order.
 * Namesakes of one shape are matched one after the other.
 */
export function pairsOf<Before extends Item, After extends Item>(
  before: readonly Before[],
  after: readonly After[],
): Pair<Before, After>[] {
  const old = new Map<string, Before[]>()
  for (const item of before) old.set(identity(item), [...(old.get(identity(item)) ?? []), item])
  const pairs = after.map((item) => ({ before: old.get(identity(item))?.shift() ?? null, after: item }))
  const removed = before.filter((item) => old.get(identity(item))?.includes(item) === true)
  return [...pairs, ...removed.map((item) => ({ before: item, after: null }))]
}

const itemFields = Object.keys(itemInput) as (keyof StandardItemFacts)[]

/** Facts in which two items differ. */
export const differingFields = (before: StandardItemFacts, after: StandardItemFacts): string[] =>
  itemFields.filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]))

/** What the items of an edition change against those of another. */
export function differenceOf<Before extends Item, After extends Item>(
  before: readonly Before[],
  after: readonly After[],
) {
  return pairsOf(before, after).flatMap(({ before: was, after: is }) => {
    const fields = was === null || is === null ? [] : differingFields(was, is)
    const shown: Item | null = is ?? was
    if (shown === null || (was !== null && is !== null && fields.length === 0)) return []
    const { id, shape, names } = shown
    return [{ id, change: wordOf(was, is), shape, names, fields, before: was, after: is }]
  })
}

const wordOf = (before: Item | null, after: Item | null): ItemChange['change'] => {
  if (before === null) return 'added'
  return after === null ? 'removed' : 'changed'
}

/** What of an item fits its form but not the rest of it: where, and why. */
export function itemProblems({
  measures,
  nominalOf,
  rule,
}: Pick<StandardItemFacts, 'measures' | 'nominalOf' | 'rule'>): { path: string; reason: string }[] {
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

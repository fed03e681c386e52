import type { EditionStatus } from '@cloud-factory/domain/inspection/quality-enums'
import type { StandardReason } from '@cloud-factory/contract/standards/standards'

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

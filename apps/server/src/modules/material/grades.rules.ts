import type { EditionStatus } from '@cloud-factory/domain/inspection/quality-enums'

type Allowed = true | string
export interface GradeCan {
  readonly edit: Allowed
  readonly approve: Allowed
  readonly retire: Allowed
  readonly copy: Allowed
  readonly delete: Allowed
}

/** Permitted actions on an edition of a grade. */
export function gradeCan(tags: readonly string[], status: EditionStatus, figures: number): GradeCan {
  if (!tags.includes('quality.standards')) return everything('permission.denied')
  const draft = status === 'draft' ? true : 'grade.not_draft'
  return {
    edit: draft,
    delete: draft,
    approve: draft === true && figures === 0 ? 'grade.no_limits' : draft,
    retire: status === 'retired' ? 'grade.retired' : true,
    copy: true,
  }
}

const everything = (allowed: Allowed): GradeCan => ({
  edit: allowed,
  approve: allowed,
  retire: allowed,
  copy: allowed,
  delete: allowed,
})

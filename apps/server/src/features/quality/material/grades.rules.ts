import type { EditionStatus } from '@cloud-factory/contract/quality-words'

type May = true | string
export interface GradeCan {
  readonly edit: May
  readonly approve: May
  readonly retire: May
  readonly copy: May
  readonly delete: May
}

/** What may be done with an edition of a grade. */
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

const everything = (may: May): GradeCan => ({ edit: may, approve: may, retire: may, copy: may, delete: may })

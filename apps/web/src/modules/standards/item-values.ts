import type { StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { draftOf, emptyDraft, type RuleDraft, ruleOf } from './rule-draft.rules.ts'

/** An item as its form holds it: a form's fields have no fields. */
export type ItemValues = Pick<
  StandardItemRow,
  | 'shape'
  | 'class'
  | 'measures'
  | 'nominalOf'
  | 'optional'
  | 'stages'
  | 'unit'
  | 'tool'
  | 'method'
  | 'points'
  | 'sampling'
  | 'clause'
  | 'certainty'
  | 'source'
> & {
  readonly nameZh: string
  readonly nameEn: string
  readonly nameEs: string
  readonly rule: RuleDraft
}

const newItem = {
  class: 'general',
  measures: 'deviation',
  nominalOf: null,
  optional: false,
  stages: [],
  unit: 'mm',
  tool: '',
  method: '',
  points: 1,
  sampling: '',
  clause: '',
  certainty: 'official',
  source: '',
} as const

export function valuesOf(row: StandardItemRow | null, shape: StandardItemRow['shape'] = 'beam'): ItemValues {
  if (row === null)
    return { ...newItem, stages: [], shape, nameZh: '', nameEn: '', nameEs: '', rule: emptyDraft }
  const {
    names,
    rule,
    can: _can,
    verified: _verified,
    version: _version,
    id: _id,
    editionId: _edition,
    position: _position,
    ...facts
  } = row
  return { ...facts, nameZh: names.zh, nameEn: names.en, nameEs: names.es, rule: draftOf(rule) }
}

export function inputOf({ nameZh, nameEn, nameEs, rule, ...values }: ItemValues) {
  return {
    ...values,
    nominalOf: values.nominalOf ?? null,
    names: { zh: nameZh.trim(), en: nameEn.trim(), es: nameEs.trim() },
    rule: ruleOf(rule),
  }
}

import type { StandardItemFacts, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import type { ToleranceRule } from '@cloud-factory/contract/standards/quality-rules'
import { type RuleProblem, ruleProblems } from '@cloud-factory/contract/standards/rule-problems.rules'
import type { SizeName } from '@cloud-factory/domain/inspection/quality-enums'
import { ownNames } from '../../shared/form/names.rules.ts'
import { decimalOrText } from './rule-text.rules.ts'

/** An item as its form holds it: a form's fields have no fields. */
export type ItemValues = Omit<StandardItemFacts, 'names' | 'rule'> & {
  readonly zh: string
  readonly en: string
  readonly es: string
  readonly rule: RuleDraft
}

export function valuesOf(row: StandardItemRow | null, shape: StandardItemRow['shape'] = 'beam'): ItemValues {
  if (row === null) return { shape, ...newItem }
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
  return { ...facts, ...ownNames(names), rule: draftOf(rule) }
}

export function inputOf({ zh, en, es, rule, ...values }: ItemValues) {
  return {
    ...values,
    nominalOf: values.nominalOf ?? null,
    names: { zh, en, es },
    rule: ruleOf(rule),
  }
}

export const ruleKinds = ['abs', 'max', 'ratio', 'none', 'piecewise', 'byPlace'] as const
export type RuleKind = (typeof ruleKinds)[number]
export const plainKinds: readonly RuleKind[] = ['abs', 'max', 'ratio', 'none']
export const partKinds: readonly RuleKind[] = [...plainKinds, 'piecewise']

/** A rule while typing: all fields of all kinds as text; fields of other kinds are remembered. */
export interface RuleDraft {
  readonly kind: RuleKind
  readonly lo: string
  readonly hi: string
  readonly v: string
  readonly of: SizeName
  readonly div: string
  readonly plus: string
  readonly cap: string
  readonly floor: string
  readonly sign: 'pm' | 'max' | 'minus' | 'plus'
  readonly by: SizeName
  readonly bands: readonly BandDraft[]
  readonly joint: RuleDraft | null
  readonly other: RuleDraft | null
}
export interface BandDraft {
  readonly op: 'lt' | 'le' | 'gt' | 'ge' | ''
  readonly value: string
  readonly rule: RuleDraft
}

export const emptyDraft: RuleDraft = {
  kind: 'abs',
  lo: '',
  hi: '',
  v: '',
  of: 'h',
  div: '',
  plus: '',
  cap: '',
  floor: '',
  sign: 'max',
  by: 'h',
  bands: [],
  joint: null,
  other: null,
}

const newItem: Omit<ItemValues, 'shape'> = {
  zh: '',
  en: '',
  es: '',
  class: 'general',
  measures: 'deviation',
  nominalOf: null,
  rule: emptyDraft,
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
}

const textOf = (value: string | null | undefined) => value ?? ''

/** A stored rule, to be changed. */
export function draftOf(rule: ToleranceRule): RuleDraft {
  if (rule.kind === 'byPlace')
    return { ...emptyDraft, kind: 'byPlace', joint: draftOf(rule.joint), other: draftOf(rule.other) }
  if (rule.kind === 'piecewise') {
    const bands = rule.bands.map((band) => ({
      op: band.op ?? ('' as const),
      value: textOf(band.value),
      rule: draftOf(band.rule),
    }))
    return { ...emptyDraft, kind: 'piecewise', by: rule.by, bands }
  }
  if (rule.kind === 'abs') return { ...emptyDraft, kind: 'abs', lo: textOf(rule.lo), hi: textOf(rule.hi) }
  if (rule.kind === 'max') return { ...emptyDraft, kind: 'max', v: rule.v }
  if (rule.kind === 'none') return { ...emptyDraft, kind: 'none' }
  const { of, div, sign, plus = '', cap = '', floor = '' } = rule
  return { ...emptyDraft, kind: 'ratio', of, div, sign, plus, cap, floor }
}

const decimalOf = (text: string) => (text.trim() === '' ? undefined : decimalOrText(text))

/** The rule of a draft with decimals as typed; not validated yet. */
export function ruleOf(draft: RuleDraft): ToleranceRule {
  if (draft.kind === 'byPlace') {
    const part = (own: RuleDraft | null) =>
      ruleOf(own ?? emptyDraft) as Exclude<ToleranceRule, { kind: 'byPlace' }>
    return { kind: 'byPlace', joint: part(draft.joint), other: part(draft.other) }
  }
  if (draft.kind === 'piecewise') {
    const bands = draft.bands.map(({ op, value, rule }) => ({
      ...(op === '' ? {} : { op, value: decimalOrText(value) }),
      rule: ruleOf(rule) as Exclude<ToleranceRule, { kind: 'byPlace' | 'piecewise' }>,
    }))
    return { kind: 'piecewise', by: draft.by, bands }
  }
  if (draft.kind === 'abs')
    return { kind: 'abs', lo: decimalOf(draft.lo) ?? null, hi: decimalOf(draft.hi) ?? null }
  if (draft.kind === 'max') return { kind: 'max', v: decimalOrText(draft.v) }
  if (draft.kind === 'none') return { kind: 'none' }
  const bounds = Object.fromEntries(
    (['plus', 'cap', 'floor'] as const).flatMap((field) => {
      const text = decimalOf(draft[field])
      return text === undefined ? [] : [[field, text]]
    }),
  )
  return { kind: 'ratio', of: draft.of, div: decimalOrText(draft.div), sign: draft.sign, ...bounds }
}

/** Errors of a draft, by path within the rule: first invalid decimals, then inconsistent values. */
export function draftProblems(draft: RuleDraft): { readonly path: string; readonly reason: string }[] {
  const rule = ruleOf(draft)
  const wrong = decimalsOf(rule, '').filter(
    ({ text, path }) => !isDecimal(text) || (isDivisor(path) && !isPositive(text)),
  )
  if (wrong.length > 0) return wrong.map(({ path }) => ({ path, reason: 'decimal' }))
  const problems: readonly RuleProblem[] = ruleProblems(rule)
  if (rule.kind === 'piecewise' && rule.bands.length === 0) return [{ path: 'bands', reason: 'rule.bounds' }]
  return [...problems]
}

const isDivisor = (path: string) => path.endsWith('div')
const isPositive = (text: string) => /[1-9]/.test(text) && !text.startsWith('-')

/** Every decimal of a rule with its path. */
function decimalsOf(rule: object, path: string): { readonly path: string; readonly text: string }[] {
  return Object.entries(rule).flatMap(([key, value]) => {
    if (typeof value === 'string') {
      return ['lo', 'hi', 'v', 'div', 'plus', 'cap', 'floor', 'value'].includes(key)
        ? [{ path: `${path}${key}`, text: value }]
        : []
    }
    return typeof value === 'object' && value !== null ? decimalsOf(value as object, `${path}${key}.`) : []
  })
}

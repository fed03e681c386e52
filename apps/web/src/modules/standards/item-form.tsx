import {
  certainties,
  inspectedShapes,
  inspectionStages,
  itemClasses,
  itemMeasures,
  sizeNames,
  toolNames,
  type SizeName,
} from '@cloud-factory/domain/inspection/quality-enums'
import type { EditionRow, StandardItemRow } from '@cloud-factory/contract/standards/standards'
import { AutoComplete, Form, Input, InputNumber, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { NameFields, useNameLabels } from '../../shared/form/name-fields.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import {
  inputOf,
  type ItemValues,
  valuesOf,
  draftProblems,
  type RuleDraft,
  ruleOf,
} from './rule-draft.rules.ts'
import { RuleField } from './rule-field.tsx'
import { ruleText } from './rule-text.rules.ts'
import { useStandardsChanged } from './standards.queries.ts'
import { useStandardWords } from './use-standard-words.ts'
import { isMagnitude, limitsText } from '@cloud-factory/contract/standards/limits-text.rules'
import { limitsOf, requiredSizes } from '@cloud-factory/contract/standards/limits.rules'

/** Usual sizes of a member, in mm. */
const usual: Readonly<Record<SizeName, string>> = {
  h: '400',
  b: '200',
  tw: '8',
  tf: '12',
  t: '10',
  L: '9000',
  L1: '6000',
  l2: '500',
  d: '22',
  pitch: '80',
  span: '24000',
}

/** Result of the rule being typed for typical sizes. */
function RuleExample({ draft }: { readonly draft: RuleDraft }) {
  const { t } = useTranslation('standards')
  const { rule: words } = useStandardWords()
  if (draftProblems(draft).length > 0) return <p className="rule-example soft">{t('rule.noExample')}</p>
  const rule = ruleOf(draft)
  const sizes = requiredSizes(rule).map((name) => `${name} = ${usual[name]}`)
  const places = rule.kind === 'byPlace' ? (['joint', 'other'] as const) : (['any'] as const)
  const limits = places.map((place) => {
    const found = limitsOf(rule, place, usual)
    const text = 'missing' in found ? '–' : limitsText(found, isMagnitude(found.working?.rule, null))
    return place === 'any' ? text : `${t(`place.${place}`)} ${text}`
  })
  return (
    <p className="rule-example" aria-live="polite">
      {ruleText(rule, words)}
      <br />
      {sizes.length > 0 && `${sizes.join(', ')} → `}
      <b>{limits.join('; ')}</b>
    </p>
  )
}

interface Props {
  readonly edition: EditionRow
  /** Null: a new one. */
  readonly row: StandardItemRow | null
  readonly shape: StandardItemRow['shape'] | undefined
  readonly onClose: () => void
}

const { zh: _zh, en: _en, es: _es, ...nameless } = valuesOf(null)
const fields = Object.keys(nameless) as (keyof typeof nameless)[]

/** Adds an item to a draft or changes one. */
export function ItemForm({ edition, row, shape, onClose }: Props) {
  const { t } = useTranslation('standards')
  const { nameOf, rule: words } = useStandardWords()
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const save = (values: ItemValues, version: number): Promise<StandardItemRow> =>
    row === null
      ? api('POST /api/editions/:id/items', {
          params: { id: edition.id },
          body: { version: edition.version, ...inputOf(values) },
          idempotencyKey,
        })
      : api('PATCH /api/standard-items/:id', {
          params: { id: row.id },
          body: { version, ...inputOf(values) },
        })
  const labels = {
    ...useNameLabels(),
    ...(Object.fromEntries(fields.map((field) => [field, t(`field.${field}`)])) as Record<
      keyof typeof nameless,
      string
    >),
  }
  return (
    <FormDrawer<ItemValues, StandardItemRow>
      title={row === null ? t('items.add') : t('items.edit', { name: nameOf(row.names) })}
      labels={labels}
      initial={{ values: valuesOf(row, shape), version: row?.version ?? 0 }}
      save={save}
      theirs={(current) => ({
        values: valuesOf(current as StandardItemRow, shape),
        version: (current as StandardItemRow).version,
      })}
      show={(field, value) => (field === 'rule' ? ruleText(ruleOf(value as RuleDraft), words) : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <NameFields name={(language) => language} max={120} />
      <JudgedFields />
      <ReadFields />
    </FormDrawer>
  )
}

/** Judged quantity and its rule. */
function JudgedFields() {
  const { t } = useTranslation('standards')
  const reasonText = useReasonText()
  const checked = (_: unknown, draft: RuleDraft) => {
    const [problem] = draftProblems(draft)
    if (problem === undefined) return Promise.resolve()
    return Promise.reject(
      new Error(problem.reason === 'decimal' ? t('notDecimal') : reasonText(problem.reason)),
    )
  }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="shape" label={t('field.shape')}>
          <Select options={inspectedShapes.map((value) => ({ value, label: t(`shape.${value}`) }))} />
        </Form.Item>
        <Form.Item name="class" label={t('field.class')}>
          <Select options={itemClasses.map((value) => ({ value, label: t(`class.${value}`) }))} />
        </Form.Item>
        <Form.Item name="measures" label={t('field.measures')}>
          <Select options={itemMeasures.map((value) => ({ value, label: t(`measures.${value}`) }))} />
        </Form.Item>
        <Form.Item
          name="nominalOf"
          label={t('field.nominalOf')}
          tooltip={t('hint.nominalOf')}
          normalize={(value: string | undefined) => value ?? null}
        >
          <Select
            allowClear
            placeholder="–"
            options={sizeNames.map((value) => ({ value, label: `${value} ${t(`size.${value}`)}` }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="rule" label={t('field.rule')} rules={[{ validator: checked }]}>
        <RuleField />
      </Form.Item>
      <Form.Item noStyle dependencies={['rule']}>
        {({ getFieldValue }) => <RuleExample draft={getFieldValue('rule') as RuleDraft} />}
      </Form.Item>
      <Form.Item
        name="optional"
        label={t('field.optional')}
        tooltip={t('hint.optional')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  )
}

/** Method of reading, and source of the limits. */
function ReadFields() {
  const { t } = useTranslation('standards')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="stages" label={t('field.stages')} tooltip={t('hint.stages')}>
        <Select
          mode="multiple"
          placeholder={t('allStages')}
          options={inspectionStages.map((value) => ({ value, label: t(`stage.${value}`) }))}
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="unit" label={t('field.unit')} rules={[required]}>
          <Input maxLength={12} />
        </Form.Item>
        <Form.Item name="points" label={t('field.points')} rules={[required]}>
          <InputNumber className="number-field" min={1} max={200} precision={0} />
        </Form.Item>
        <Form.Item name="tool" label={t('field.tool')}>
          <AutoComplete
            options={toolNames.map((value) => ({ value, label: t(`tool.${value}`) }))}
            maxLength={60}
          />
        </Form.Item>
        <Form.Item name="clause" label={t('field.clause')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="method" label={t('field.method')}>
          <Input maxLength={500} />
        </Form.Item>
        <Form.Item name="sampling" label={t('field.sampling')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="certainty" label={t('field.certainty')} tooltip={t('hint.certainty')}>
          <Select options={certainties.map((value) => ({ value, label: t(`certainty.${value}`) }))} />
        </Form.Item>
      </div>
      <Form.Item name="source" label={t('field.source')}>
        <Input.TextArea rows={2} maxLength={500} />
      </Form.Item>
    </>
  )
}

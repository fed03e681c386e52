import { steelProperties } from '@cloud-factory/domain/material/material-enums'
import { certainties } from '@cloud-factory/domain/inspection/quality-enums'
import type { GradeDetail, SteelLimitRow } from '@cloud-factory/contract/material/steel-grades'
import { Button, Form, Input, Select, Switch } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { say } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'
import { typedDecimal } from '../../shared/form/typed-decimal.rules.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = {
  readonly [Field in 'over' | 'upTo' | 'lower' | 'upper' | 'condition' | 'source']: string
} & Pick<SteelLimitRow, 'property' | 'required' | 'certainty'>

const blank: SteelLimitRow = {
  property: 'C',
  over: null,
  upTo: null,
  lower: null,
  upper: null,
  required: true,
  condition: '',
  source: '',
  certainty: 'official',
}
const valuesOf = (limit: SteelLimitRow): Values => ({
  ...limit,
  over: limit.over ?? '',
  upTo: limit.upTo ?? '',
  lower: limit.lower ?? '',
  upper: limit.upper ?? '',
})
const limitOf = (values: Values): SteelLimitRow => ({
  ...values,
  condition: values.condition.trim(),
  source: values.source.trim(),
  over: typedDecimal(values.over) || null,
  upTo: typedDecimal(values.upTo) || null,
  lower: typedDecimal(values.lower) || null,
  upper: typedDecimal(values.upper) || null,
})

interface Props {
  readonly grade: GradeDetail
  /** Place among the limits; null: a new one. */
  readonly index: number | null
  readonly onClose: () => void
}

/** Adds a limit to a draft, changes one or takes one out: the grade is written as a whole. */
export function LimitForm({ grade, index, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const problem = useProblemMessage()
  const limit = index === null ? blank : (grade.limits[index] ?? blank)
  const write = (limits: readonly SteelLimitRow[], version: number) => {
    const { id, code, standard, edition, source } = grade
    return api('PATCH /api/steel-grades/:id', {
      params: { id },
      body: { version, code, standard, edition, source, limits: [...limits] },
    })
  }
  const positionOf = (row: SteelLimitRow) =>
    index === null ? [...grade.limits, row] : grade.limits.map((one, at) => (at === index ? row : one))
  const done = () => {
    void changed()
    onClose()
  }
  return (
    <FormDrawer<Values, GradeDetail>
      title={index === null ? t('action.addLimit') : t('editLimit', { property: limit.property })}
      labels={{
        property: t('field.property'),
        over: t('field.over'),
        upTo: t('field.upTo'),
        lower: t('field.lower'),
        upper: t('field.upper'),
        required: t('field.required'),
        condition: t('field.condition'),
        source: t('field.source'),
        certainty: t('field.certainty'),
      }}
      initial={{ values: valuesOf(limit), version: grade.version }}
      save={(values, version) => write(positionOf(limitOf(values)), version)}
      onSaved={done}
      onClose={onClose}
    >
      <LimitFields />
      {index !== null && (
        <Button
          danger
          onClick={() => {
            write(
              grade.limits.filter((_, at) => at !== index),
              grade.version,
            )
              .then(done)
              .catch((error: unknown) => say('warning', problem(error)))
          }}
        >
          {t('action.removeLimit')}
        </Button>
      )}
    </FormDrawer>
  )
}

function LimitFields() {
  const { t } = useTranslation('material')
  const number = {
    validator: (_: unknown, text: string) =>
      typedDecimal(text ?? '') === null ? Promise.reject(new Error(t('notNumber'))) : Promise.resolve(),
  }
  const field = (name: 'over' | 'upTo' | 'lower' | 'upper') => (
    <Form.Item name={name} label={t(`field.${name}`)} rules={[number]}>
      <Input inputMode="decimal" maxLength={20} autoComplete="off" />
    </Form.Item>
  )
  return (
    <>
      <Form.Item name="property" label={t('field.property')}>
        <Select showSearch options={steelProperties.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <div className="form-pair">
        {field('over')}
        {field('upTo')}
        {field('lower')}
        {field('upper')}
      </div>
      <Form.Item name="required" label={t('field.required')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="condition" label={t('field.condition')}>
        <Input maxLength={120} />
      </Form.Item>
      <Form.Item name="source" label={t('field.source')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="certainty" label={t('field.certainty')}>
        <Select options={certainties.map((value) => ({ value, label: t(`certainty.${value}`) }))} />
      </Form.Item>
    </>
  )
}

import { isDecimal } from '@cloud-factory/domain/numbers/decimals'
import type { InstrumentRow } from '@cloud-factory/contract/inspection/instruments'
import { Form, Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { typedDecimal } from './rule-text.rules.ts'
import { useStandardsChanged } from './standards.queries.ts'

type InstrumentValues = {
  readonly code: string
  readonly name: string
  readonly kind: string
  readonly unit: string
  readonly rangeLow: string
  readonly rangeHigh: string
  readonly resolution: string
  readonly calibratedUntil: string | null
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly row: InstrumentRow | null
  readonly onClose: () => void
}

/** Adds an instrument or changes one. */
export function InstrumentForm({ row, onClose }: Props) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<InstrumentValues, InstrumentRow>
      title={row === null ? t('instruments.add') : t('instruments.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        kind: t('field.kind'),
        unit: t('field.unit'),
        rangeLow: t('field.rangeLow'),
        rangeHigh: t('field.rangeHigh'),
        resolution: t('field.resolution'),
        calibratedUntil: t('field.calibratedUntil'),
        active: t('field.active'),
      }}
      initial={versioned(row)}
      save={(values, version) =>
        row === null
          ? api('POST /api/instruments', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/instruments/:id', {
              params: { id: row.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => versioned(current as InstrumentRow)}
      show={(_, value) =>
        typeof value === 'boolean' ? t(value ? 'common:field.active' : 'inactive') : undefined
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <InstrumentFields />
    </FormDrawer>
  )
}

function InstrumentFields() {
  const { t } = useTranslation('standards')
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const number = {
    validator: (_: unknown, value: string | undefined) =>
      (value ?? '').trim() === '' || isDecimal(typedDecimal(value ?? ''))
        ? Promise.resolve()
        : Promise.reject(new Error(t('notDecimal'))),
  }
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={[required]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="name" label={t('field.name')} rules={[required]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="kind" label={t('field.kind')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="unit" label={t('field.unit')} rules={[required]}>
          <Input maxLength={12} />
        </Form.Item>
        <Form.Item name="rangeLow" label={t('field.rangeLow')} rules={[number]}>
          <Input inputMode="decimal" maxLength={20} />
        </Form.Item>
        <Form.Item name="rangeHigh" label={t('field.rangeHigh')} rules={[number]}>
          <Input inputMode="decimal" maxLength={20} />
        </Form.Item>
        <Form.Item name="resolution" label={t('field.resolution')} rules={[number]}>
          <Input inputMode="decimal" maxLength={20} />
        </Form.Item>
        <Form.Item
          name="calibratedUntil"
          label={t('field.calibratedUntil')}
          tooltip={t('hint.calibratedUntil')}
        >
          <DayField />
        </Form.Item>
      </div>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  )
}

const newInstrument: InstrumentValues = {
  code: '',
  name: '',
  kind: '',
  unit: 'mm',
  rangeLow: '',
  rangeHigh: '',
  resolution: '',
  calibratedUntil: null,
  active: true,
}

function versioned(row: InstrumentRow | null) {
  if (row === null) return { values: newInstrument, version: 0 }
  const { code, name, kind, unit, calibratedUntil, active, version } = row
  const numbers = {
    rangeLow: row.rangeLow ?? '',
    rangeHigh: row.rangeHigh ?? '',
    resolution: row.resolution ?? '',
  }
  return { values: { code, name, kind, unit, ...numbers, calibratedUntil, active }, version }
}

const decimalOrNone = (text: string) => (text.trim() === '' ? null : typedDecimal(text))

const inputOf = ({ rangeLow, rangeHigh, resolution, ...values }: InstrumentValues) => ({
  ...values,
  code: values.code.trim(),
  name: values.name.trim(),
  rangeLow: decimalOrNone(rangeLow),
  rangeHigh: decimalOrNone(rangeHigh),
  resolution: decimalOrNone(resolution),
})

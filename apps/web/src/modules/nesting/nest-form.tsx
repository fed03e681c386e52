import type { DemandRow, NestDetail, NestRules } from '@cloud-factory/contract/nesting/nests'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrderOptions } from '../quality-records/quality.queries.ts'
import { useNestsChanged } from './nests.queries.ts'

const figures = [
  'kerfMm',
  'trimMm',
  'clampMm',
  'minRemnantMm',
  'pricePerTonne',
  'remnantPercent',
  'seconds',
] as const
type Figure = (typeof figures)[number]
/** `buy`: lengths that can be bought, in mm, separated by commas. */
type NestValues = Record<Figure, number> & { buy: string; orderIds: string[] }

const limits: Readonly<Record<Figure, readonly [min: number, max: number]>> = {
  kerfMm: [0, 50],
  trimMm: [0, 1000],
  clampMm: [0, 2000],
  minRemnantMm: [0, 20_000],
  pricePerTonne: [0, 10_000_000],
  remnantPercent: [0, 100],
  seconds: [1, 300],
}

const lengthsOf = (text: string): number[] =>
  text
    .split(/[,，;；\s]+/)
    .filter((word) => word !== '')
    .map(Number)
const areLengths = (text: string): boolean =>
  lengthsOf(text).length <= 10 && lengthsOf(text).every((length) => length >= 100 && length <= 100_000)

interface Props {
  readonly demand: DemandRow
  readonly rules: NestRules
  readonly onSaved: (nest: NestDetail) => void
  readonly onClose: () => void
}

/** Starts a nest for a profile and grade; the rules are those of the latest nest. */
export function NestForm({ demand, rules, onSaved, onClose }: Props) {
  const { t } = useTranslation('nesting')
  const changed = useNestsChanged()
  const idempotencyKey = useRequestKey()
  const { profile, grade } = demand
  const { buy, ...figuresOfRules } = rules
  const labels = Object.fromEntries(
    [...figures, 'buy' as const].map((name) => [name, t(`rule.${name}`)]),
  ) as Record<Figure | 'buy', string>
  const save = ({ orderIds, ...values }: NestValues) =>
    api('POST /api/nests', {
      body: {
        profile,
        grade,
        orderIds,
        rules: {
          ...values,
          buy: lengthsOf(values.buy).map((lengthMm) => ({ lengthMm, pricePerTonne: values.pricePerTonne })),
        },
      },
      idempotencyKey,
    })
  return (
    <FormDrawer<NestValues, NestDetail>
      title={t('newNest', { profile: `${profile} ${grade}`.trim() })}
      action={t('action.nest')}
      labels={{ ...labels, orderIds: t('field.forOrders') }}
      initial={{
        values: { ...figuresOfRules, orderIds: [], buy: buy.map(({ lengthMm }) => lengthMm).join(', ') },
        version: 0,
      }}
      save={save}
      onSaved={(nest) => {
        void changed()
        onSaved(nest)
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('newNestText', { count: demand.missing })}</p>
      <OrdersField />
      <RuleFields labels={labels} />
    </FormDrawer>
  )
}

/** Orders whose parts are nested; none: all. */
function OrdersField() {
  const { t } = useTranslation('nesting')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  return (
    <Form.Item name="orderIds" label={t('field.forOrders')}>
      <Select
        mode="multiple"
        maxCount={200}
        placeholder={t('allOrders')}
        showSearch={{ filterOption: false, onSearch: setQ }}
        options={options}
      />
    </Form.Item>
  )
}

function RuleFields({ labels }: { readonly labels: Readonly<Record<Figure | 'buy', string>> }) {
  const { t } = useTranslation('nesting')
  return (
    <>
      {figures.map((name) => (
        <Form.Item
          key={name}
          name={name}
          label={labels[name]}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <QuantityField min={limits[name][0]} max={limits[name][1]} />
        </Form.Item>
      ))}
      <Form.Item
        name="buy"
        label={labels.buy}
        extra={t('buyHint')}
        className="form-last"
        rules={[
          {
            validator: (_rule, text: string) =>
              areLengths(text) ? Promise.resolve() : Promise.reject(new Error(t('buyHint'))),
          },
        ]}
      >
        <Input maxLength={100} placeholder="9000, 12000" />
      </Form.Item>
    </>
  )
}

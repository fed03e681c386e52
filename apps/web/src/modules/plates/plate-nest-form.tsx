import type { PlateNesting, PlateNestRules } from '@cloud-factory/contract/plates/plate-nests'
import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { areSizes, sizesOf } from './plate-sizes.rules.ts'
import { usePlatesChanged } from './plates.queries.ts'

const limits = {
  kerfMm: [0, 50],
  trimMm: [0, 200],
  minRemnantLengthMm: [0, 20_000],
  minRemnantWidthMm: [0, 10_000],
  pricePerTonne: [1, 10_000_000],
  remnantPercent: [0, 100],
  seconds: [1, 300],
} as const
type Figure = keyof typeof limits
const figures = Object.keys(limits) as Figure[]

type Values = Record<Figure, number> & {
  rotate: boolean
  buy: string
  /** By lot; empty: not used. */
  sizes: Record<string, string>
}

interface Props {
  readonly nesting: PlateNesting
  readonly open: number
  readonly onClose: () => void
}

/** Starts a search for layouts; the rules are those of the latest one. */
export function PlateNestForm({ nesting, open, onClose }: Props) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const idempotencyKey = useRequestKey()
  const { job, rules, unsized, nest } = nesting
  const { buy, rotate, ...numbers } = rules
  const labels = labelsOf(t)
  const save = ({ buy: toBuy, rotate: turns, sizes, ...values }: Values) =>
    api('POST /api/plate-jobs/:id/nesting', {
      params: { id: job.id },
      body: {
        version: job.version,
        rules: { ...values, rotate: turns, buy: sizesOf(toBuy) } satisfies PlateNestRules,
        sizes: Object.entries(sizes ?? {}).flatMap(([lotId, text]) =>
          sizesOf(text)
            .slice(0, 1)
            .map((size) => ({ lotId, ...size })),
        ),
      },
      idempotencyKey,
    })
  const isPlanned = nest?.status === 'planned' || nest?.status === 'released'
  return (
    <FormDrawer<Values, PlateNesting>
      title={`${t('action.nest')}: ${job.no}`}
      action={t('action.nest')}
      labels={labels}
      initial={{
        values: {
          ...numbers,
          rotate,
          buy: buy.map(({ lengthMm, widthMm }) => `${lengthMm} × ${widthMm}`).join(', '),
          sizes: Object.fromEntries(unsized.map(({ lotId }) => [lotId, ''])),
        },
        version: job.version,
      }}
      save={save}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">
        {t('nesting.intro', { count: open })} {isPlanned && t('nesting.replaces')}
      </p>
      <SizeFields nesting={nesting} />
      <RuleFields labels={labels} />
    </FormDrawer>
  )
}

function RuleFields({ labels }: { readonly labels: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('plates')
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
      <Form.Item name="rotate" valuePropName="checked">
        <Checkbox>{labels['rotate']}</Checkbox>
      </Form.Item>
      <Form.Item
        name="buy"
        label={labels['buy']}
        extra={t('nesting.buyHint')}
        className="form-last"
        rules={[sizesRule(t('nesting.buyHint'), 5)]}
      >
        <Input maxLength={100} placeholder="12000 × 2500" />
      </Form.Item>
    </>
  )
}

const sizesRule = (message: string, max: number) => ({
  validator: (_rule: unknown, text: string) =>
    areSizes(text, max) ? Promise.resolve() : Promise.reject(new Error(message)),
})

/** Sizes of the plates of lots that have none. */
function SizeFields({ nesting: { unsized } }: Pick<Props, 'nesting'>) {
  const { t } = useTranslation('plates')
  return unsized.map(({ lotId, heat, profile, plates }) => (
    <Form.Item
      key={lotId}
      name={['sizes', lotId]}
      label={t('nesting.unsized', { heat, profile, count: plates })}
      extra={t('nesting.unsizedHint')}
      rules={[sizesRule(t('nesting.unsizedHint'), 1)]}
    >
      <Input maxLength={30} placeholder="8000 × 2000" />
    </Form.Item>
  ))
}

function labelsOf(t: ReturnType<typeof useTranslation<'plates'>>['t']): Readonly<Record<string, string>> {
  const own = ['kerfMm', 'trimMm', 'minRemnantLengthMm', 'minRemnantWidthMm', 'rotate', 'buy'] as const
  const shared = ['pricePerTonne', 'remnantPercent', 'seconds'] as const
  return Object.fromEntries([
    ...own.map((name) => [name, t(`rule.${name}`)]),
    ...shared.map((name) => [name, t(`nesting:rule.${name}`)]),
  ])
}

import type { DemandRow } from '@cloud-factory/contract/nesting/nests'
import type { PurchaseDetail } from '@cloud-factory/contract/purchasing/purchases'
import { Form, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { thousands } from '../../shared/format/numbers.ts'
import { usePurchaseChanged } from './purchasing.queries.ts'

type Values = { lengthMm: number; wastePercent: number }

interface Props {
  readonly demand: DemandRow
  readonly onSaved: (purchase: PurchaseDetail) => void
  readonly onClose: () => void
}

/** Requests bars for what the demand lacks. */
export function RequestForm({ demand: { profile, grade, shortM }, onSaved, onClose }: Props) {
  const { t } = useTranslation('purchasing')
  const changed = usePurchaseChanged()
  const idempotencyKey = useRequestKey()
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <FormDrawer<Values, PurchaseDetail>
      title={t('requestTitle', { profile: `${profile} ${grade}`.trim() })}
      action={t('action.request')}
      labels={{ lengthMm: t('field.lengthMm'), wastePercent: t('field.wastePercent') }}
      initial={{ values: { lengthMm: 12_000, wastePercent: 5 }, version: 0 }}
      save={(values) =>
        api('POST /api/purchase-requests', { body: { profile, grade, ...values }, idempotencyKey })
      }
      onSaved={(purchase) => {
        void changed()
        onSaved(purchase)
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('requestText', { short: thousands(shortM) })}</p>
      <Form.Item name="lengthMm" label={t('field.lengthMm')} rules={rules}>
        <InputNumber className="number-field" min={100} max={100_000} precision={1} suffix="mm" />
      </Form.Item>
      <Form.Item name="wastePercent" label={t('field.wastePercent')} rules={rules} className="form-last">
        <InputNumber className="number-field" min={0} max={50} precision={1} suffix="%" />
      </Form.Item>
    </FormDrawer>
  )
}

import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { Button, InputNumber } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { useSubmit } from '../../../shared/form/use-submit.ts'
import { useDirty } from '../../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { say } from '../../../shared/ui/say.ts'
import { gramsShown } from '../figures.ts'
import { useOrdersChanged } from '../orders.queries.ts'
import { Difference } from './shipping-labels.tsx'

/** The weighbridge: truck empty and full, and how far that is from what the packages weigh. */
export function WeighBox({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const [tareKg, setTare] = useState(delivery.tareKg)
  const [weighbridgeKg, setFull] = useState(delivery.weighbridgeKg)
  const { busy, error, submit } = useSubmit()
  const dirty = tareKg !== delivery.tareKg || weighbridgeKg !== delivery.weighbridgeKg
  useDirty(dirty)
  const save = async () => {
    const { id, version } = delivery
    const body = { version, tareKg, weighbridgeKg }
    await api('PUT /api/deliveries/:id/weight', { params: { id }, body })
    say('success', t('common:form.saved'))
    await changed()
  }
  const field = (label: string, value: number | null, change: (kg: number | null) => void) => (
    <label className="dialog-field">
      {label}
      <InputNumber<number>
        min={0}
        max={200_000}
        precision={1}
        value={value}
        onChange={change}
        className="number-field"
        disabled={delivery.can.weigh !== true}
        placeholder={t('hint.notWeighed')}
      />
    </label>
  )
  return (
    <section className="overview-card" aria-label={t('weighbridge')}>
      <h2>{t('weighbridge')}</h2>
      {error !== null && <ProblemAlert error={error} />}
      <div className="weigh-fields">
        {field(t('field.tareKg'), tareKg, setTare)}
        {field(t('field.weighbridgeKg'), weighbridgeKg, setFull)}
      </div>
      <p aria-live="polite">
        {t('weighing', { computed: gramsShown(delivery.grossKg) })} <Difference {...delivery} />
      </p>
      <p className="page-note">{t('alarm', { percent: delivery.alarmPercent, kg: delivery.alarmKg })}</p>
      {delivery.can.weigh === true ? (
        <Button type="primary" disabled={!dirty} loading={busy} onClick={() => void submit(save)}>
          {t('action.weigh')}
        </Button>
      ) : (
        <ReasonButton allowed={delivery.can.weigh}>{t('action.weigh')}</ReasonButton>
      )}
    </section>
  )
}

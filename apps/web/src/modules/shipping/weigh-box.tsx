import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { Button, InputNumber } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useEditedValue } from '../../shared/form/use-edited-value.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'
import { gramsShown } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { Difference } from './shipping-labels.tsx'

/** The weighbridge: truck empty and full, and how far that is from what the packages weigh. */
export function WeighBox({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const { id, tareKg, weighbridgeKg } = delivery
  const { value, version, isDirty, type, saved } = useEditedValue({ tareKg, weighbridgeKg }, delivery.version)
  const { busy, error, submit } = useSubmit()
  useDirty(isDirty)
  const save = async () => {
    await api('PUT /api/deliveries/:id/weight', { params: { id }, body: { version, ...value } })
    say('success', t('common:form.saved'))
    await changed()
    saved()
  }
  const field = (name: keyof typeof value) => (
    <label className="dialog-field">
      {t(`field.${name}`)}
      <InputNumber<number>
        min={0}
        max={200_000}
        precision={1}
        value={value[name]}
        onChange={(kg) => type((now) => ({ ...now, [name]: kg }))}
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
        {field('tareKg')}
        {field('weighbridgeKg')}
      </div>
      <p aria-live="polite">
        {t('weighing', { computed: gramsShown(delivery.grossKg) })} <Difference {...delivery} />
      </p>
      <p className="page-note">{t('alarm', { percent: delivery.alarmPercent, kg: delivery.alarmKg })}</p>
      {delivery.can.weigh === true ? (
        <Button type="primary" disabled={!isDirty} loading={busy} onClick={() => void submit(save)}>
          {t('action.weigh')}
        </Button>
      ) : (
        <ReasonButton allowed={delivery.can.weigh}>{t('action.weigh')}</ReasonButton>
      )}
    </section>
  )
}

import type { DeliveryRow, DeliveryPiece } from '@cloud-factory/contract/shipping/deliveries'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { exactTonnes, gramsShown } from '../../shared/format/numbers.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import type { DeliveryAction } from './shipping-actions.rules.ts'
import { Difference } from './shipping-labels.tsx'
import { Button, InputNumber } from 'antd'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useEditedValue } from '../../shared/form/use-edited-value.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { say } from '../../shared/ui/say.ts'

interface DeliveryDialogProps {
  readonly delivery: DeliveryRow
  readonly action: DeliveryAction
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks before something is done with a delivery. Mount it when it opens. */
export function DeliveryDialog({ delivery, action, onDone, onClose }: DeliveryDialogProps) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const mustExplain = action === 'send' && delivery.differs
  const needsReason = action === 'unload' || action === 'recall' || mustExplain
  return (
    <ActionDialog
      title={t(`askDelivery.${action}`, { no: delivery.no })}
      action={t(`action.${action}`)}
      danger={action === 'delete' || action === 'recall'}
      reason={needsReason ? 'required' : undefined}
      act={(reason, idempotencyKey) => perform(delivery, action, reason, idempotencyKey)}
      changed={changed}
      onDone={onDone}
      onClose={onClose}
    >
      {t(`askDelivery.${action}Text`, {
        truck: delivery.truckPlate,
        packages: delivery.packages,
        pieces: delivery.pieces,
        tonnes: exactTonnes(delivery.netKg),
      })}
      {mustExplain && (
        <p role="alert">
          {t('mustExplain')} <Difference {...delivery} />
        </p>
      )}
      {action === 'send' && delivery.weighedKg === null && <p>{t('notWeighedYet')}</p>}
    </ActionDialog>
  )
}

async function perform(
  { id, version }: DeliveryRow,
  action: DeliveryAction,
  reason: string | undefined,
  idempotencyKey: string,
): Promise<unknown> {
  const params = { id }
  const why = reason ?? ''
  switch (action) {
    case 'load':
      return api('POST /api/deliveries/:id/load', { params, body: { version }, idempotencyKey })
    case 'unload':
      return api('POST /api/deliveries/:id/unload', {
        params,
        body: { version, reason: why },
        idempotencyKey,
      })
    case 'send': {
      const body = { version, differenceReason: reason ?? null }
      return api('POST /api/deliveries/:id/send', { params, body, idempotencyKey })
    }
    case 'recall':
      return api('POST /api/deliveries/:id/recall', {
        params,
        body: { version, reason: why },
        idempotencyKey,
      })
    case 'delete':
      return api('DELETE /api/deliveries/:id', { params, query: { version } })
  }
}

interface FoundDialogProps {
  readonly deliveryId: string
  readonly piece: DeliveryPiece
  readonly onClose: () => void
}

/** Asks before a piece that was missing at the receipt counts as received. Mount it when it opens. */
export function FoundDialog({ deliveryId, piece, onClose }: FoundDialogProps) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const found = (note: string | undefined, idempotencyKey: string) =>
    api('POST /api/deliveries/:id/found', {
      params: { id: deliveryId },
      body: { pieceId: piece.id, note: note ?? '' },
      idempotencyKey,
    })
  return (
    <ActionDialog
      title={t('found.ask', { serial: piece.serial })}
      action={t('action.found')}
      reason="optional"
      reasonLabel={t('found.note')}
      maxWords={300}
      act={found}
      changed={changed}
      onDone={onClose}
      onClose={onClose}
    >
      {t('found.text')}
    </ActionDialog>
  )
}

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
        <Button disabled={!isDirty} loading={busy} onClick={() => void submit(save)}>
          {t('action.weigh')}
        </Button>
      ) : (
        <ReasonButton allowed={delivery.can.weigh}>{t('action.weigh')}</ReasonButton>
      )}
    </section>
  )
}

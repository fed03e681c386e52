import type { LotRow } from '@cloud-factory/contract/material/receipts'
import type { StockTakeDetail } from '@cloud-factory/contract/material/stock-takes'
import { Form, Input, InputNumber } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { kilograms } from '../../shared/format/numbers.ts'

type ConcessionValues = { readonly note: string; readonly agreedBy: string }

/** Accepts a lot by concession: the deviation from the order, and who agreed. */
export function ConcedeForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <FormDrawer<ConcessionValues, LotRow>
      title={t('lotTitle.concede', { heat: lot.heat.no })}
      action={t('action.concede')}
      labels={{ note: t('field.deviation'), agreedBy: t('field.agreedBy') }}
      initial={{ values: { note: '', agreedBy: '' }, version: lot.version }}
      save={({ note, agreedBy }, version) =>
        api('POST /api/lots/:id/concede', {
          params: { id: lot.id },
          body: { version, note: note.trim(), agreedBy: agreedBy.trim() },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('lotText.concede')}</p>
      <Form.Item name="note" label={t('field.deviation')} rules={[required]}>
        <Input.TextArea rows={4} maxLength={500} showCount />
      </Form.Item>
      <Form.Item name="agreedBy" label={t('field.agreedBy')} rules={[required]}>
        <Input maxLength={120} />
      </Form.Item>
    </FormDrawer>
  )
}

interface Props {
  readonly lot: LotRow
  readonly action: 'release' | 'reject' | 'quarantine' | 'delete'
  readonly onClose: () => void
}

/** Asks for confirmation before a lot is released, held, rejected or removed from its receipt. */
export function LotDialog({ lot, action, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const { id, version } = lot
  const act = async (reason: string | undefined) => {
    const params = { id }
    const noted = { params, body: { version, note: reason ?? '' }, idempotencyKey }
    try {
      if (action === 'release')
        await api('POST /api/lots/:id/release', { params, body: { version }, idempotencyKey })
      if (action === 'reject') await api('POST /api/lots/:id/reject', noted)
      if (action === 'quarantine') await api('POST /api/lots/:id/quarantine', noted)
      if (action === 'delete') await api('DELETE /api/lots/:id', { params, query: { version } })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t(`lotTitle.${action}`, { heat: lot.heat.no })}
      action={t(`action.${action}`)}
      danger={action === 'reject' || action === 'delete'}
      reason={action === 'reject' || action === 'quarantine' ? 'required' : undefined}
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      <p>{t(`lotText.${action}`)}</p>
      <p>
        {lot.profile} · {lot.grade.code} · {kilograms(lot.kg)} kg
      </p>
    </ActionDialog>
  )
}

type Values = { readonly location: string }

/** Sets the storage location of a lot. */
export function PlaceForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, LotRow>
      title={t('lotTitle.place', { heat: lot.heat.no })}
      action={t('action.place')}
      labels={{ location: t('field.location') }}
      initial={{ values: { location: lot.location }, version: lot.version }}
      save={({ location }, version) =>
        api('PUT /api/lots/:id/location', {
          params: { id: lot.id },
          body: { version, location: location.trim() },
          idempotencyKey,
        })
      }
      theirs={(current) => ({
        values: { location: (current as LotRow).location },
        version: (current as LotRow).version,
      })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="location" label={t('field.location')} className="form-last">
        <Input maxLength={60} placeholder="A-03" />
      </Form.Item>
    </FormDrawer>
  )
}

type TakeValues = { readonly location: string; readonly profile: string }

/** Starts a stock take of the bars at a place, of a profile, or of all. */
export function StockTakeForm({
  onSaved,
  onClose,
}: {
  readonly onSaved: (take: StockTakeDetail) => void
  readonly onClose: () => void
}) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<TakeValues, StockTakeDetail>
      title={t('take.start')}
      action={t('take.start')}
      labels={{ location: t('take.place'), profile: t('field.profile') }}
      initial={{ values: { location: '', profile: '' }, version: 0 }}
      save={({ location, profile }) =>
        api('POST /api/stock-takes', {
          body: { location: location.trim(), profile: profile.trim() },
          idempotencyKey,
        })
      }
      onSaved={(take) => {
        void changed()
        onSaved(take)
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('take.startText')}</p>
      <Form.Item name="location" label={t('take.place')}>
        <Input maxLength={60} placeholder="A-03" />
      </Form.Item>
      <Form.Item name="profile" label={t('field.profile')} className="form-last">
        <Input maxLength={60} />
      </Form.Item>
    </FormDrawer>
  )
}

type BarsValues = { readonly pieces: number; readonly lengthMm: number | null }

/** Adds the bars of a lot that was received without their length. */
export function AddBarsForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <FormDrawer<BarsValues, LotRow>
      title={t('addBarsTo', { heat: lot.heat.no })}
      action={t('action.addBars')}
      labels={{ pieces: t('field.barCount'), lengthMm: t('field.lengthMm') }}
      initial={{ values: { pieces: lot.pieces, lengthMm: lot.lengthMm }, version: lot.version }}
      save={({ pieces, lengthMm }, version) =>
        api('POST /api/lots/:id/bars', {
          params: { id: lot.id },
          body: { version, pieces, lengthMm: lengthMm ?? 0 },
          idempotencyKey,
        })
      }
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="page-note">{t('addBarsText')}</p>
      <Form.Item name="pieces" label={t('field.barCount')} rules={rules}>
        <InputNumber className="number-field" min={1} max={Math.min(lot.pieces, 2000)} precision={0} />
      </Form.Item>
      <Form.Item name="lengthMm" label={t('field.lengthMm')} rules={rules} className="form-last">
        <InputNumber className="number-field" min={1} max={100_000} precision={1} suffix="mm" />
      </Form.Item>
    </FormDrawer>
  )
}

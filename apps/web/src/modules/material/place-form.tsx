import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = { readonly location: string }

/** Sets the storage location of a lot. */
export function PlaceForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, LotRow>
      title={t('lotTitle.place', { heat: lot.heat.no })}
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

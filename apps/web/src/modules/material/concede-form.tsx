import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = { readonly note: string; readonly agreedBy: string }

/** Accepts a lot by concession: the deviation from the order, and who agreed. */
export function ConcedeForm({ lot, onClose }: { readonly lot: LotRow; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, LotRow>
      title={t('lotTitle.concede', { heat: lot.heat.no })}
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

import type { WeldRow } from '@cloud-factory/contract/welding/welds'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { say } from '../../shared/ui/say.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { InstantField } from '../../shared/form/instant-field.tsx'
import { WeldersSelect } from './welder-select.tsx'

type Values = {
  readonly welderIds: readonly string[]
  readonly repairedAt: string | null
  readonly note: string
}

interface Props {
  readonly weld: WeldRow
  readonly onClose: () => void
}

/** Records the repair of a failed weld; the server counts it and knows the limit. */
export function RepairForm({ weld, onClose }: Props) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, message: t('shell:form.required') }
  return (
    <FormDrawer<Values, { readonly number: number; readonly limit: number }>
      title={t('repair.title', { name: `${weld.piece.serial} ${weld.no}` })}
      labels={{ welderIds: t('field.welders'), repairedAt: t('field.repairedAt'), note: t('field.note') }}
      initial={{
        values: { welderIds: weld.welders.map(({ id }) => id), repairedAt: null, note: '' },
        version: weld.version,
      }}
      save={({ welderIds, repairedAt, note }, version) =>
        api('POST /api/welds/:id/repair', {
          params: { id: weld.id },
          body: { version, welderIds: [...welderIds], repairedAt: repairedAt ?? '', note },
          idempotencyKey,
        })
      }
      onSaved={({ number, limit }) => {
        say('success', t('repair.done', { number, limit }))
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <p className="form-note">{t('repair.note')}</p>
      <Form.Item name="welderIds" label={t('field.welders')} rules={[required]}>
        <WeldersSelect />
      </Form.Item>
      <Form.Item name="repairedAt" label={t('field.repairedAt')} rules={[required]}>
        <InstantField />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={300} />
      </Form.Item>
    </FormDrawer>
  )
}

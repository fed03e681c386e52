import type { NdtRequest } from '@cloud-factory/contract/welding/ndt'
import { ndtLevels, ndtMethods } from '@cloud-factory/domain/welding/weld-enums'
import { Form, Input } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { WordField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { choices } from '../../shared/list/select-filter.tsx'

type Values = Pick<NdtRequest, 'method' | 'level' | 'standard' | 'note'>

interface Props {
  readonly weldIds: readonly string[]
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Requests a test of welds and opens the request. */
export function RequestForm({ weldIds, onDone, onClose }: Props) {
  const { t } = useTranslation('welding')
  const navigate = useNavigate()
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, NdtRequest>
      title={t('request.title', { count: weldIds.length })}
      action={t('action.request')}
      labels={{
        method: t('field.method'),
        level: t('field.level'),
        standard: t('field.standard'),
        note: t('field.note'),
      }}
      initial={{ values: { method: 'ut', level: 'B', standard: 'GB/T 11345-2023', note: '' }, version: 0 }}
      save={(values) =>
        api('POST /api/ndt/requests', { body: { ...values, weldIds: [...weldIds] }, idempotencyKey })
      }
      onSaved={({ id }) => {
        void changed()
        onDone()
        void navigate(`/quality/ndt/${id}`)
      }}
      onClose={onClose}
    >
      <div className="form-pair">
        <WordField
          name="method"
          label={t('field.method')}
          options={choices(ndtMethods, (word) => t(`method.${word}`))}
        />
        <WordField name="level" label={t('field.level')} options={choices(ndtLevels, (word) => word)} />
      </div>
      <Form.Item name="standard" label={t('field.standard')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={300} />
      </Form.Item>
    </FormDrawer>
  )
}

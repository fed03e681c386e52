import type { NestBar, NestDetail } from '@cloud-factory/contract/nesting/nests'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { QuantityField } from '../../shared/form/quantity-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useNestsChanged } from './nests.queries.ts'

type Values = { remnantMm: number; location: string; scrapped: number[] }

interface Props {
  readonly bar: NestBar
  readonly onClose: () => void
}

/** Reports a bar: cut as planned, or with another remnant or scrapped parts. */
export function ReportBarForm({ bar, onClose }: Props) {
  const { t } = useTranslation('nesting')
  const changed = useNestsChanged()
  const idempotencyKey = useRequestKey()
  const used = bar.parts.reduce((sum, { lengthMm }) => sum + lengthMm, 0)
  return (
    <FormDrawer<Values, NestDetail>
      title={t('reportBar', { position: bar.position, heat: bar.heat ?? '' })}
      action={t('action.report')}
      labels={{ remnantMm: t('field.remnant'), location: t('field.location'), scrapped: t('field.scrapped') }}
      initial={{ values: { remnantMm: bar.remnantMm, location: bar.location, scrapped: [] }, version: 0 }}
      save={({ remnantMm, location, scrapped }) =>
        api('POST /api/nest-bars/:id/report', {
          params: { id: bar.id },
          body: { remnantMm, location: location.trim(), scrapped },
          idempotencyKey,
        }).finally(() => void changed())
      }
      onSaved={onClose}
      onClose={onClose}
    >
      <Form.Item
        name="remnantMm"
        label={t('field.remnant')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <QuantityField min={0} max={Math.round((bar.lengthMm - used) * 10) / 10} />
      </Form.Item>
      <Form.Item name="location" label={t('field.location')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="scrapped" label={t('field.scrapped')} className="form-last">
        <Select
          mode="multiple"
          options={bar.parts.map(({ position, mark, part, lengthMm }) => ({
            value: position,
            label: `${position}. ${mark} ${part} · ${lengthMm}`,
          }))}
        />
      </Form.Item>
    </FormDrawer>
  )
}

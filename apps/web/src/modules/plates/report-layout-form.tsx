import type { PlateLayoutView, PlateNesting } from '@cloud-factory/contract/plates/plate-nests'
import { Form, Input, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { partLine } from './plate-drawing.tsx'
import { areSizes, sizesOf } from './plate-sizes.rules.ts'
import { usePlatesChanged } from './plates.queries.ts'

type Values = { plate: string; remnants: string; location: string; scrapped: number[] }

interface Props {
  readonly layout: PlateLayoutView
  readonly onClose: () => void
}

/** Reports a plate: cut as nested, or with other remnants or scrapped parts. */
export function ReportLayoutForm({ layout, onClose }: Props) {
  const { t } = useTranslation('plates')
  const changed = usePlatesChanged()
  const idempotencyKey = useRequestKey()
  const { id, position, source, remnants, parts } = layout
  const labels = {
    plate: t('field.plate'),
    remnants: t('nesting.remnants'),
    location: t('common:field.location'),
    scrapped: t('nesting.scrapped'),
  }
  return (
    <FormDrawer<Values, PlateNesting>
      title={`${t('nesting.layout', { position })} · ${source?.heat ?? ''}`}
      action={t('action.reportPlate')}
      labels={labels}
      initial={{
        values: {
          plate: '',
          remnants: remnants.map(({ lengthMm, widthMm }) => `${lengthMm} × ${widthMm}`).join('\n'),
          location: source?.location ?? '',
          scrapped: [],
        },
        version: 0,
      }}
      save={({ plate, remnants: back, location, scrapped }) =>
        api('POST /api/plate-layouts/:id/report', {
          params: { id },
          body: { plate: plate.trim(), remnants: sizesOf(back), location: location.trim(), scrapped },
          idempotencyKey,
        }).finally(() => void changed())
      }
      onSaved={onClose}
      onClose={onClose}
    >
      {source?.remnantId === null && (
        <Form.Item name="plate" label={labels.plate}>
          <Input maxLength={60} />
        </Form.Item>
      )}
      <RemnantsField label={labels.remnants} />
      <Form.Item name="location" label={labels.location}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="scrapped"
        label={labels.scrapped}
        extra={t('nesting.scrappedHint')}
        className="form-last"
      >
        <Select mode="multiple" options={parts.map((part) => ({ value: part.no, label: partLine(part) }))} />
      </Form.Item>
    </FormDrawer>
  )
}

/** What is left of the plate, as it was measured. */
function RemnantsField({ label }: { readonly label: string }) {
  const { t } = useTranslation('plates')
  return (
    <Form.Item
      name="remnants"
      label={label}
      extra={t('nesting.remnantHint')}
      rules={[
        {
          validator: (_rule, text: string) =>
            areSizes(text, 20) ? Promise.resolve() : Promise.reject(new Error(t('nesting.remnantHint'))),
        },
      ]}
    >
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={600} />
    </Form.Item>
  )
}

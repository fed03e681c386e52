import type { DeviceRow } from '@cloud-factory/contract/screen-devices'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../../shared/api.ts'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { ScreenSelect } from './screen-select.tsx'
import { useScreensChanged } from './screens.queries.ts'

type DeviceValues = { readonly name: string; readonly screenId: string }

/** Changes the name of a TV and which screen it shows. */
export function DeviceForm({
  device,
  onClose,
}: {
  readonly device: DeviceRow
  readonly onClose: () => void
}) {
  const { t } = useTranslation('screens')
  const changed = useScreensChanged()
  return (
    <FormDrawer<DeviceValues, DeviceRow>
      title={t('changeTitle')}
      labels={{ name: t('field.device'), screenId: t('field.screen') }}
      initial={{ values: { name: device.name, screenId: device.screenId }, version: device.version }}
      save={({ name, screenId }, version) =>
        api('PATCH /api/screens/devices/:id', {
          params: { id: device.id },
          body: { version, name, screenId },
        }).finally(() => void changed())
      }
      theirs={(current) => {
        const { name, screenId, version } = current as DeviceRow
        return { values: { name, screenId }, version }
      }}
      onSaved={onClose}
      onClose={onClose}
    >
      <Form.Item
        name="name"
        label={t('field.device')}
        extra={t('deviceHint')}
        rules={[{ required: true, whitespace: true, message: t('shell:form.required') }]}
      >
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item
        name="screenId"
        label={t('field.screen')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <ScreenSelect />
      </Form.Item>
    </FormDrawer>
  )
}

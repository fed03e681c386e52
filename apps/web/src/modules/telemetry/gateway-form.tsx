import type { GatewayRow } from '@cloud-factory/contract/telemetry/gateways'
import { Form, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useGatewaysChanged } from './gateways.queries.ts'

type GatewayValues = {
  readonly code: string
  readonly name: string
  readonly topics: readonly string[]
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly row: GatewayRow | null
  /** `secret`: null unless it is new. */
  readonly onSaved: (secret: string | null, gateway: GatewayRow) => void
  readonly onClose: () => void
}

interface Saved {
  readonly gateway: GatewayRow
  readonly secret: string | null
}

/** Adds a gateway, or changes what it may do. */
export function GatewayForm({ row, onSaved, onClose }: Props) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  const save = async (values: GatewayValues, version: number): Promise<Saved> => {
    const body = { ...values, topics: [...values.topics] }
    if (row === null) return api('POST /api/gateways', { body })
    const gateway = await api('PATCH /api/gateways/:id', {
      params: { id: row.id },
      body: { version, ...body },
    })
    return { gateway, secret: null }
  }
  return (
    <FormDrawer<GatewayValues, Saved>
      title={row === null ? t('add') : t('editTitle', { code: row.code })}
      labels={{
        code: t('field.code'),
        name: t('field.name'),
        topics: t('field.topics'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) => save(values, version).finally(() => void changed())}
      theirs={(current) => ({
        values: valuesOf(current as GatewayRow),
        version: (current as GatewayRow).version,
      })}
      onSaved={({ secret, gateway }) => onSaved(secret, gateway)}
      onClose={onClose}
    >
      <Form.Item
        name="code"
        label={t('field.code')}
        extra={t('codeHint')}
        rules={[
          { required: true, message: t('shell:form.required') },
          { pattern: /^[A-Za-z0-9_-]{1,64}$/, message: t('codeWrong') },
        ]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name="name" label={t('field.name')}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item
        name="topics"
        label={t('field.topics')}
        extra={t('topicsHint')}
        rules={[{ required: true, message: t('shell:form.required') }]}
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[' ', ',', '，']} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} extra={t('activeHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

const valuesOf = (row: GatewayRow | null): GatewayValues => ({
  code: row?.code ?? '',
  name: row?.name ?? '',
  topics: row?.topics ?? ['sf/v1/main/#'],
  active: row?.active ?? true,
})

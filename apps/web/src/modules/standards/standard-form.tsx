import { verdictFamilies } from '@cloud-factory/domain/inspection/quality-enums'
import type { StandardRow } from '@cloud-factory/contract/standards/standards'
import { Form, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useStandardsChanged } from './standards.queries.ts'

type StandardValues = Pick<StandardRow, 'code' | 'verdict' | 'active'> & {
  readonly nameZh: string
  readonly nameEn: string
  readonly nameEs: string
}

interface Props {
  /** Null: a new one. */
  readonly row: StandardRow | null
  readonly onSaved: (row: StandardRow) => void
  readonly onClose: () => void
}

/** Adds a standard or changes what it is called. */
export function StandardForm({ row, onSaved, onClose }: Props) {
  const { t } = useTranslation('standards')
  const changed = useStandardsChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  return (
    <FormDrawer<StandardValues, StandardRow>
      title={row === null ? t('standards.add') : t('standards.edit', { code: row.code })}
      labels={{
        code: t('field.code'),
        nameZh: t('field.nameZh'),
        nameEn: t('field.nameEn'),
        nameEs: t('field.nameEs'),
        verdict: t('field.verdict'),
        active: t('field.active'),
      }}
      initial={{ values: valuesOf(row), version: row?.version ?? 0 }}
      save={(values, version) =>
        row === null
          ? api('POST /api/standards', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/standards/:id', { params: { id: row.id }, body: { version, ...inputOf(values) } })
      }
      theirs={(current) => ({
        values: valuesOf(current as StandardRow),
        version: (current as StandardRow).version,
      })}
      show={(_, value) =>
        typeof value === 'boolean' ? t(value ? 'common:field.active' : 'inactive') : undefined
      }
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('field.code')} rules={[required]}>
        <Input maxLength={40} />
      </Form.Item>
      {(['nameZh', 'nameEn', 'nameEs'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(`field.${name}`)} rules={[required]}>
          <Input maxLength={120} />
        </Form.Item>
      ))}
      <Form.Item name="verdict" label={t('field.verdict')}>
        <Select options={verdictFamilies.map((value) => ({ value, label: t(`verdict.${value}`) }))} />
      </Form.Item>
      <Form.Item name="active" label={t('field.active')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDrawer>
  )
}

const newStandard: StandardValues = {
  code: '',
  nameZh: '',
  nameEn: '',
  nameEs: '',
  verdict: 'gb',
  active: true,
}

function valuesOf(row: StandardRow | null): StandardValues {
  if (row === null) return newStandard
  const { code, names, verdict, active } = row
  return { code, nameZh: names.zh, nameEn: names.en, nameEs: names.es, verdict, active }
}

const inputOf = ({ nameZh, nameEn, nameEs, ...values }: StandardValues) => ({
  ...values,
  code: values.code.trim(),
  names: { zh: nameZh.trim(), en: nameEn.trim(), es: nameEs.trim() },
})

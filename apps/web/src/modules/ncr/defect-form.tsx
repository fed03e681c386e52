import type { DefectRow } from '@cloud-factory/contract/ncr/defects'
import { Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSettings } from '../../shared/settings.ts'
import { useNcrsChanged } from './ncr.queries.ts'

type DefectValues = {
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly es: string
  readonly parentId: string | null
  readonly position: number | null
  readonly active: boolean
}

interface Props {
  /** Null: a new one. */
  readonly defect: DefectRow | null
  readonly rows: readonly DefectRow[]
  readonly onSaved: () => void
  readonly onClose: () => void
}

/** A defect or a group, called in three languages. */
export function DefectForm({ defect, rows, onSaved, onClose }: Props) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  const idempotencyKey = useRequestKey()
  const groups = rows.filter(({ id, parentId }) => parentId === null && id !== defect?.id)
  const save = (values: DefectValues, version: number) => {
    const input = inputOf(values)
    return defect === null
      ? api('POST /api/defects', { body: input, idempotencyKey })
      : api('PATCH /api/defects/:id', { params: { id: defect.id }, body: { version, ...input } })
  }
  return (
    <FormDrawer<DefectValues, DefectRow>
      title={defect === null ? t('addDefect') : t('editTitle', { no: defect.code })}
      labels={{
        code: t('field.code'),
        zh: '中文',
        en: 'English',
        es: 'Español',
        parentId: t('field.group'),
        position: t('field.position'),
        active: t('field.active'),
      }}
      initial={versioned(defect)}
      save={save}
      theirs={(current) => versioned(current as DefectRow)}
      onSaved={() => {
        void changed()
        onSaved()
      }}
      onClose={onClose}
    >
      <DefectFields groups={groups} />
    </FormDrawer>
  )
}

function DefectFields({ groups }: { readonly groups: readonly DefectRow[] }) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const rules = [{ required: true, whitespace: true, message: t('shell:form.required') }]
  return (
    <>
      <div className="form-pair">
        <Form.Item name="code" label={t('field.code')} rules={rules}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="parentId" label={t('field.group')} extra={t('hint.group')}>
          <Select
            allowClear
            options={groups.map(({ id, code, names }) => ({
              value: id,
              label: `${code} ${names[language]}`,
            }))}
          />
        </Form.Item>
      </div>
      <Form.Item name="zh" label="中文" rules={rules}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="en" label="English" rules={rules}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="es" label="Español" rules={rules}>
        <Input maxLength={60} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="position" label={t('field.position')}>
          <InputNumber<number> min={0} max={9999} precision={0} className="number-field" />
        </Form.Item>
        <Form.Item name="active" valuePropName="checked" label=" " colon={false}>
          <Checkbox>{t('field.active')}</Checkbox>
        </Form.Item>
      </div>
    </>
  )
}

const versioned = (defect: DefectRow | null) => {
  if (defect === null) return { values: emptyDefect, version: 0 }
  const { code, names, parentId, position, active, version } = defect
  return { values: { code, ...names, parentId, position, active }, version }
}

const emptyDefect: DefectValues = {
  code: '',
  zh: '',
  en: '',
  es: '',
  parentId: null,
  position: 900,
  active: true,
}

const inputOf = ({ zh, en, es, code, parentId, position, active }: DefectValues) => ({
  code: code.trim(),
  names: { zh: zh.trim(), en: en.trim(), es: es.trim() },
  parentId: parentId ?? null,
  position: position ?? 0,
  active,
})

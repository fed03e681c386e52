import type { GradeDetail } from '@cloud-factory/contract/material/steel-grades'
import { Form, Input } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

type Values = { readonly code: string; readonly standard: string; readonly edition: string }

interface Props {
  /** Grade whose limits the new draft copies; null: no limits. */
  readonly copyOf: GradeDetail | null
  readonly onSaved: (grade: GradeDetail) => void
  readonly onClose: () => void
}

/** Adds a grade, or another edition of one, as a draft. */
export function GradeForm({ copyOf, onSaved, onClose }: Props) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, whitespace: true, message: t('shell:form.required') }
  const { code = '', standard = '' } = copyOf ?? {}
  return (
    <FormDrawer<Values, GradeDetail>
      title={copyOf === null ? t('action.addGrade') : t('copyGrade', { code })}
      labels={{ code: t('field.grade'), standard: t('field.standard'), edition: t('field.edition') }}
      initial={{ values: { code, standard, edition: '' }, version: 0 }}
      save={(values) =>
        api('POST /api/steel-grades', { body: { ...values, copyOf: copyOf?.id ?? null }, idempotencyKey })
      }
      onSaved={(grade) => {
        void changed()
        onSaved(grade)
      }}
      onClose={onClose}
    >
      <Form.Item name="code" label={t('field.grade')} rules={[required]}>
        <Input maxLength={40} placeholder="Q355B" />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="standard" label={t('field.standard')} rules={[required]}>
          <Input maxLength={60} placeholder="GB/T 1591" />
        </Form.Item>
        <Form.Item name="edition" label={t('field.edition')} rules={[required]}>
          <Input maxLength={20} placeholder="2018" />
        </Form.Item>
      </div>
    </FormDrawer>
  )
}

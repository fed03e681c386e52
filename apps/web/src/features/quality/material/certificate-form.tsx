import { type CertificateKind, certificateKinds } from '@cloud-factory/contract/material-enums'
import type { MillCertificate } from '@cloud-factory/contract/mill-certificates'
import type { LotRow } from '@cloud-factory/contract/receipts'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api } from '../../../shared/api.ts'
import { DayField } from '../../../shared/form/day-field.tsx'
import { FormDrawer } from '../../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../../shared/form/request-key.ts'
import { useQualityChanged } from '../registers/quality.queries.ts'

type Values = {
  readonly no: string
  readonly kind: CertificateKind
  readonly supplier: string
  readonly issuedOn: string | null
  readonly note: string
  readonly lotIds: readonly string[]
}

interface Props {
  /** Null: a new one, for heats of these lots. */
  readonly certificate: MillCertificate | null
  readonly supplier: string
  readonly lots: readonly LotRow[]
  readonly onClose: () => void
}

const valuesOf = ({ no, kind, supplier, issuedOn, note }: MillCertificate): Values => ({
  no,
  kind,
  supplier,
  issuedOn,
  note,
  lotIds: [],
})

/** The head of a certificate; a new one opens with a line for each of its heats. */
export function CertificateForm({ certificate, supplier, lots, onClose }: Props) {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const required = { required: true, message: t('shell:form.required') }
  const blank: Values = {
    no: '',
    kind: '3.1',
    supplier,
    issuedOn: null,
    note: '',
    lotIds: lots.map(({ id }) => id),
  }
  const headOf = ({ no, kind, supplier: from, issuedOn, note }: Values) => ({
    no: no.trim(),
    kind,
    supplier: from.trim(),
    issuedOn: issuedOn ?? '',
    note: note.trim(),
  })
  return (
    <FormDrawer<Values, MillCertificate>
      title={
        certificate === null ? t('action.enterCertificate') : t('editCertificate', { no: certificate.no })
      }
      labels={{
        no: t('field.certificate'),
        kind: t('field.kind'),
        supplier: t('field.issuer'),
        issuedOn: t('field.issuedOn'),
        note: t('field.note'),
        lotIds: t('field.heats'),
      }}
      initial={{
        values: certificate === null ? blank : valuesOf(certificate),
        version: certificate?.version ?? 0,
      }}
      save={(values, version) =>
        certificate === null
          ? api('POST /api/mill-certificates', {
              body: { ...headOf(values), lines: linesOf(lots, values.lotIds) },
              idempotencyKey,
            })
          : api('PATCH /api/mill-certificates/:id', {
              params: { id: certificate.id },
              body: {
                version,
                ...headOf(values),
                lines: certificate.lines.map(({ heat, gradeCode, thicknessMm, values: known }) => ({
                  heatId: heat.id,
                  gradeCode,
                  thicknessMm,
                  values: known,
                })),
              },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as MillCertificate),
        version: (current as MillCertificate).version,
      })}
      onSaved={({ id }) => {
        void changed()
        onClose()
        if (certificate === null) void navigate(`/quality/mill-certificate/${id}`)
      }}
      onClose={onClose}
    >
      <div className="form-pair">
        <Form.Item name="no" label={t('field.certificate')} rules={[{ ...required, whitespace: true }]}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="issuedOn" label={t('field.issuedOn')} rules={[required]}>
          <DayField />
        </Form.Item>
      </div>
      <Form.Item name="kind" label={t('field.kind')}>
        <Radio.Group
          options={certificateKinds.map((value) => ({
            value,
            label: t(`kind.${value === 'retest' ? 'retest' : 'en'}`, { kind: value }),
          }))}
        />
      </Form.Item>
      <Form.Item name="supplier" label={t('field.issuer')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={80} />
      </Form.Item>
      {certificate === null && (
        <Form.Item name="lotIds" label={t('field.heats')} rules={[required]}>
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            options={lots.map(({ id, heat, profile }) => ({ value: id, label: `${heat.no} ${profile}` }))}
          />
        </Form.Item>
      )}
      <Form.Item name="note" label={t('field.note')}>
        <Input.TextArea rows={3} maxLength={500} />
      </Form.Item>
    </FormDrawer>
  )
}

const linesOf = (lots: readonly LotRow[], ids: readonly string[]) =>
  lots
    .filter(({ id }) => ids.includes(id))
    .map(({ heat, grade, thicknessMm }) => ({
      heatId: heat.id,
      gradeCode: grade.code,
      thicknessMm,
      values: {},
    }))

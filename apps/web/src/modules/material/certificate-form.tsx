import { type CertificateKind, certificateKinds } from '@cloud-factory/domain/material/material-enums'
import type { MillCertificate } from '@cloud-factory/contract/material/mill-certificates'
import type { LotRow } from '@cloud-factory/contract/material/receipts'
import { Form, Input, Radio, Select } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useQualityChanged } from '../quality-records/quality.queries.ts'

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

const versioned = ({ no, kind, supplier, issuedOn, note, version }: MillCertificate) => ({
  values: { no, kind, supplier, issuedOn, note, lotIds: [] },
  version,
})
const blankOf = (supplier: string, lots: readonly LotRow[]): Values => ({
  no: '',
  kind: '3.1',
  supplier,
  issuedOn: null,
  note: '',
  lotIds: lots.map(({ id }) => id),
})

/** The head of a certificate; a new one opens with a line for each of its heats. */
export function CertificateForm({ certificate, supplier, lots, onClose }: Props) {
  const { t } = useTranslation('material')
  const navigate = useNavigate()
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  const save = (values: Values, version: number) =>
    certificate === null
      ? api('POST /api/mill-certificates', {
          body: { ...headOf(values), lines: linesOf(lots, values.lotIds) },
          idempotencyKey,
        })
      : api('PATCH /api/mill-certificates/:id', {
          params: { id: certificate.id },
          body: { version, ...headOf(values), lines: knownLines(certificate) },
        })
  return (
    <FormDrawer<Values, MillCertificate>
      title={
        certificate === null ? t('action.enterCertificate') : t('common:editTitle', { no: certificate.no })
      }
      labels={{
        no: t('field.certificate'),
        kind: t('field.kind'),
        supplier: t('field.issuer'),
        issuedOn: t('field.issuedOn'),
        note: t('field.note'),
        lotIds: t('field.heats'),
      }}
      initial={
        certificate === null ? { values: blankOf(supplier, lots), version: 0 } : versioned(certificate)
      }
      save={save}
      theirs={(current) => versioned(current as MillCertificate)}
      onSaved={({ id }) => {
        void changed()
        onClose()
        if (certificate === null) void navigate(`/quality/mill-certificate/${id}`)
      }}
      onClose={onClose}
    >
      <HeadFields lots={certificate === null ? lots : null} />
    </FormDrawer>
  )
}

interface FieldsProps {
  /** Lots whose heats can be chosen; null: the heats are settled. */
  readonly lots: readonly LotRow[] | null
}

function HeadFields({ lots }: FieldsProps) {
  const { t } = useTranslation('material')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
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
      {lots !== null && (
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
    </>
  )
}

const headOf = ({ no, kind, supplier, issuedOn, note }: Values) => ({
  no: no.trim(),
  kind,
  supplier: supplier.trim(),
  issuedOn: issuedOn ?? '',
  note: note.trim(),
})

const knownLines = ({ lines }: MillCertificate) =>
  lines.map(({ heat, gradeCode, thicknessMm, values }) => ({
    heatId: heat.id,
    gradeCode,
    thicknessMm,
    values,
  }))

const linesOf = (lots: readonly LotRow[], ids: readonly string[]) =>
  lots
    .filter(({ id }) => ids.includes(id))
    .map(({ heat, grade, thicknessMm }) => ({
      heatId: heat.id,
      gradeCode: grade.code,
      thicknessMm,
      values: {},
    }))

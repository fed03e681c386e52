import { materialGroups, weldPositions, weldProcesses } from '@cloud-factory/domain/welding/weld-enums'
import type { CertificateRow } from '@cloud-factory/contract/welding/welders'
import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { NumberField, WordField } from '../quality-records/fields.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import type { KeptFormProps } from '../../shared/list/kept-list.tsx'
import { choices } from './weld-labels.tsx'
import { WelderSelect } from './welder-select.tsx'

type Values = {
  readonly [Field in
    | 'welderId'
    | 'no'
    | 'process'
    | 'positions'
    | 'materialGroup'
    | 'thicknessMin'
    | 'thicknessMax'
    | 'validFrom'
    | 'validUntil']: CertificateRow[Field] | null
}

const blank: Values = {
  welderId: null,
  no: '',
  process: 'gmaw',
  positions: [],
  materialGroup: 'II',
  thicknessMin: 3,
  thicknessMax: null,
  validFrom: null,
  validUntil: null,
}
const versioned = (row: CertificateRow | null) => {
  if (row === null) return { values: blank, version: 0 }
  const { id: _id, version, can: _can, welder: _welder, file: _file, ...values } = row
  const { state: _state, daysLeft: _daysLeft, ...fields } = values
  return { values: fields, version }
}

const inputOf = ({ no, positions, ...values }: Values) => {
  const { welderId, validFrom, validUntil, process, materialGroup } = values
  return {
    ...filled({ welderId, validFrom, validUntil }),
    no: (no ?? '').trim(),
    process: process ?? 'gmaw',
    positions: [...(positions ?? [])],
    materialGroup: materialGroup ?? 'II',
    thicknessMin: values.thicknessMin ?? 0,
    thicknessMax: values.thicknessMax ?? null,
  }
}

/** Required fields are present when the form is submitted. */
const filled = ({
  welderId,
  validFrom,
  validUntil,
}: Pick<Values, 'welderId' | 'validFrom' | 'validUntil'>) => ({
  welderId: welderId ?? '',
  validFrom: validFrom ?? '',
  validUntil: validUntil ?? '',
})

export function CertificateForm({ row, onClose }: KeptFormProps<CertificateRow>) {
  const { t } = useTranslation('welding')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, CertificateRow>
      title={row === null ? t('certificate.add') : t('certificate.edit', { no: row.no })}
      labels={{
        welderId: t('field.welder'),
        no: t('field.certificateNo'),
        process: t('field.process'),
        positions: t('field.positions'),
        materialGroup: t('field.materialGroup'),
        thicknessMin: t('field.thicknessMin'),
        thicknessMax: t('field.thicknessMax'),
        validFrom: t('field.validFrom'),
        validUntil: t('field.validUntil'),
      }}
      initial={versioned(row)}
      save={(values, version) =>
        row === null
          ? api('POST /api/welder-certificates', { body: inputOf(values), idempotencyKey })
          : api('PATCH /api/welder-certificates/:id', {
              params: { id: row.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => versioned(current as CertificateRow)}
      show={(_, value) => (Array.isArray(value) ? value.join(' ') : undefined)}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <CertificateFields />
    </FormDrawer>
  )
}

function CertificateFields() {
  const { t } = useTranslation('welding')
  const required = { required: true, message: t('shell:form.required') }
  return (
    <>
      <Form.Item name="welderId" label={t('field.welder')} rules={[required]}>
        <WelderSelect />
      </Form.Item>
      <Form.Item name="no" label={t('field.certificateNo')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={60} />
      </Form.Item>
      <div className="form-pair">
        <WordField
          name="process"
          label={t('field.process')}
          options={choices(weldProcesses, (word) => t(`process.${word}`))}
        />
        <WordField
          name="materialGroup"
          label={t('field.materialGroup')}
          options={choices(materialGroups, (word) => word)}
        />
      </div>
      <WordField
        name="positions"
        label={t('field.positions')}
        many
        options={choices(weldPositions, (word) => word)}
      />
      <div className="form-pair">
        <NumberField name="thicknessMin" label={t('field.thicknessMin')} min={0.1} precision={1} unit="mm" />
        <NumberField
          name="thicknessMax"
          label={t('field.thicknessMax')}
          min={0.1}
          precision={1}
          unit="mm"
          optional
        />
        <Form.Item name="validFrom" label={t('field.validFrom')} rules={[required]}>
          <DayField />
        </Form.Item>
        <Form.Item name="validUntil" label={t('field.validUntil')} rules={[required]}>
          <DayField />
        </Form.Item>
      </div>
    </>
  )
}

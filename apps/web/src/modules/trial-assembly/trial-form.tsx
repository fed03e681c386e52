import type { TrialDetail } from '@cloud-factory/contract/trial-assembly/trial-assemblies'
import { limitsText } from '@cloud-factory/domain/trial-assembly/trial-enums'
import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { DayField } from '../../shared/form/day-field.tsx'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { FormLines } from '../../shared/form/form-lines.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useOrderOptions, useQualityChanged } from '../quality-records/quality.queries.ts'
import '../quality-records/quality.css'

type Line = {
  id: string | null
  name: string
  clause: string
  unit: string
  nominal: number | null
  lowerTol: number | null
  upperTol: number | null
}
type Values = {
  orderId: string | null
  name: string
  heldOn: string | null
  place: string
  participants: string
  note: string
  /** A line for each piece: serial, position. */
  pieces: string
  measurements: Line[]
}

const blankLine: Line = {
  id: null,
  name: '',
  clause: '',
  unit: 'mm',
  nominal: null,
  lowerTol: null,
  upperTol: null,
}

const blank: Values = {
  orderId: null,
  name: '',
  heldOn: null,
  place: '',
  participants: '',
  note: '',
  pieces: '',
  measurements: [blankLine],
}

const valuesOf = (trial: TrialDetail): Values => ({
  orderId: trial.order.id,
  name: trial.name,
  heldOn: trial.heldOn,
  place: trial.place,
  participants: trial.participants,
  note: trial.note,
  pieces: trial.laidOut
    .map(({ serial, position }) => (position === '' ? serial : `${serial}, ${position}`))
    .join('\n'),
  measurements:
    trial.values.length === 0
      ? [blankLine]
      : trial.values.map(({ id, name, clause, unit, nominal, lowerTol, upperTol }) => ({
          id,
          name,
          clause,
          unit,
          nominal,
          lowerTol,
          upperTol,
        })),
})

const piecesOf = (text: string) =>
  text.split('\n').flatMap((line) => {
    const [, piece = '', position = ''] = /^([^,，\t;]*)[,，\t;]?(.*)$/.exec(line) ?? []
    return piece.trim() === '' ? [] : [{ piece: piece.trim(), position: position.trim() }]
  })

const inputOf = ({ name, heldOn, place, participants, note, pieces, measurements }: Values) => ({
  name: name.trim(),
  heldOn: heldOn ?? '',
  place: place.trim(),
  participants: participants.trim(),
  note: note.trim(),
  pieces: piecesOf(pieces),
  measurements: measurements
    .filter((line) => line.name.trim() !== '' || line.nominal !== null)
    .map((line) => ({
      id: line.id ?? null,
      name: line.name.trim(),
      clause: (line.clause ?? '').trim(),
      unit: (line.unit ?? '').trim(),
      nominal: line.nominal ?? 0,
      lowerTol: line.lowerTol ?? null,
      upperTol: line.upperTol ?? null,
    })),
})

interface Props {
  /** Null: a new one. */
  readonly trial: TrialDetail | null
  readonly onSaved: (trial: TrialDetail) => void
  readonly onClose: () => void
}

/** Plans a trial assembly, or changes its pieces and what is measured. */
export function TrialForm({ trial, onSaved, onClose }: Props) {
  const { t } = useTranslation('trial-assembly')
  const changed = useQualityChanged()
  const idempotencyKey = useRequestKey()
  return (
    <FormDrawer<Values, TrialDetail>
      title={trial === null ? t('newTitle') : t('common:editTitle', { no: trial.no })}
      labels={{
        orderId: t('common:field.order'),
        name: t('field.name'),
        heldOn: t('field.heldOn'),
        place: t('field.place'),
        participants: t('common:field.participants'),
        note: t('common:field.note'),
        pieces: t('piecesText'),
        measurements: t('common:field.measurements'),
      }}
      initial={{ values: trial === null ? blank : valuesOf(trial), version: trial?.version ?? 0 }}
      save={(values, version) =>
        trial === null
          ? api('POST /api/trial-assemblies', {
              body: { orderId: values.orderId ?? '', ...inputOf(values) },
              idempotencyKey,
            })
          : api('PATCH /api/trial-assemblies/:id', {
              params: { id: trial.id },
              body: { version, ...inputOf(values) },
            })
      }
      theirs={(current) => ({
        values: valuesOf(current as TrialDetail),
        version: (current as TrialDetail).version,
      })}
      onSaved={(saved) => {
        void changed()
        onSaved(saved)
        onClose()
      }}
      onClose={onClose}
    >
      <HeadFields trial={trial} />
      <p className="page-note">{t('clauseHint')}</p>
      <FormLines
        name="measurements"
        max={100}
        blank={blankLine}
        title={(number) => t('measurementNumber', { number })}
        removeLabel={(number) => t('removeMeasurement', { number })}
        addLabel={t('addMeasurement')}
      >
        {(at) => <LineFields at={at} />}
      </FormLines>
      <Form.Item name="note" label={t('common:field.note')} className="form-last">
        <Input.TextArea rows={2} maxLength={1000} />
      </Form.Item>
    </FormDrawer>
  )
}

function HeadFields({ trial }: Pick<Props, 'trial'>) {
  const { t } = useTranslation('trial-assembly')
  const [q, setQ] = useState('')
  const { options } = useOrderOptions(q, false)
  const rules = [{ required: true, message: t('shell:form.required') }]
  return (
    <>
      <Form.Item name="orderId" label={t('common:field.order')} rules={rules}>
        <Select
          disabled={trial !== null}
          showSearch={{ filterOption: false, onSearch: setQ }}
          options={trial === null ? options : [{ value: trial.order.id, label: trial.order.no }]}
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item name="name" label={t('field.name')} rules={rules}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="heldOn" label={t('field.heldOn')} rules={rules}>
          <DayField />
        </Form.Item>
      </div>
      <div className="form-pair">
        <Form.Item name="place" label={t('field.place')}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="participants" label={t('common:field.participants')}>
          <Input maxLength={300} />
        </Form.Item>
      </div>
      <Form.Item name="pieces" label={t('piecesText')}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} placeholder="GL-1-001, A/1" />
      </Form.Item>
    </>
  )
}

function LineFields({ at }: { readonly at: number }) {
  const { t } = useTranslation('trial-assembly')
  return (
    <>
      <Form.Item name={[at, 'id']} hidden>
        <Input />
      </Form.Item>
      <Form.Item name={[at, 'name']} label={t('field.measurement')}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name={[at, 'clause']} label={t('field.clause')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name={[at, 'nominal']} label={t('field.nominal')}>
        <InputNumber className="number-field" />
      </Form.Item>
      <Form.Item name={[at, 'unit']} label={t('common:field.unit')}>
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name={[at, 'lowerTol']} label={t('field.lowerTol')}>
        <InputNumber className="number-field" />
      </Form.Item>
      <Form.Item name={[at, 'upperTol']} label={t('field.upperTol')}>
        <InputNumber className="number-field" />
      </Form.Item>
    </>
  )
}

type Measured = { measured: Record<string, number | null> }

const measuredOf = ({ values }: TrialDetail): Measured => ({
  measured: Object.fromEntries(values.map(({ id, measured }) => [id, measured])),
})

interface MeasureProps {
  readonly trial: TrialDetail
  readonly onClose: () => void
}

/** Enters measured values. */
export function MeasureForm({ trial, onClose }: MeasureProps) {
  const { t } = useTranslation('trial-assembly')
  const changed = useQualityChanged()
  return (
    <FormDrawer<Measured, TrialDetail>
      title={`${t('action.measure')}: ${trial.no}`}
      labels={{ measured: t('field.measured') }}
      initial={{ values: measuredOf(trial), version: trial.version }}
      save={({ measured }, version) =>
        api('PUT /api/trial-assemblies/:id/readings', {
          params: { id: trial.id },
          body: { version, items: trial.values.map(({ id }) => ({ id, measured: measured[id] ?? null })) },
        })
      }
      theirs={(current) => ({
        values: measuredOf(current as TrialDetail),
        version: (current as TrialDetail).version,
      })}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      {trial.values.map((one) => (
        <Form.Item
          key={one.id}
          name={['measured', one.id]}
          label={one.name}
          extra={[`${limitsText(one)} ${one.unit}`, one.clause].filter(Boolean).join(' · ')}
        >
          <InputNumber className="number-field" suffix={one.unit} />
        </Form.Item>
      ))}
    </FormDrawer>
  )
}

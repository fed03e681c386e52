import type { MachineOutage } from '@cloud-factory/contract/machine-states/machine-outages'
import { type OutageKind, outageKinds } from '@cloud-factory/domain/machines/machine-enums'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { InstantField } from '../../shared/form/instant-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useStatesChanged } from './states.queries.ts'

interface Props {
  readonly machineId: string
  /** Null: a new one. */
  readonly outage: MachineOutage | null
  readonly onClose: () => void
}

type Values = {
  readonly kind: OutageKind
  readonly from: string
  readonly to: string | null
  readonly note: string
}

const valuesOf = ({ kind, from, to, note }: MachineOutage): Values => ({ kind, from, to, note })

/** A span in which the machine is out of service. */
export function OutageForm({ machineId, outage, onClose }: Props) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  const idempotencyKey = useRequestKey()
  const [now] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString())
  return (
    <FormDrawer<Values, MachineOutage>
      title={t(outage === null ? 'outages.add' : 'common:action.edit')}
      labels={{
        kind: t('outages.kind'),
        from: t('field.from'),
        to: t('outages.to'),
        note: t('field.note'),
      }}
      initial={
        outage === null
          ? { values: { kind: 'maintenance', from: now, to: null, note: '' }, version: 0 }
          : { values: valuesOf(outage), version: outage.version }
      }
      save={(values, version) => {
        const body = { ...values, to: values.to ?? null }
        return outage === null
          ? api('POST /api/machine-outages', { body: { machineId, ...body }, idempotencyKey })
          : api('PATCH /api/machine-outages/:id', { params: { id: outage.id }, body: { version, ...body } })
      }}
      theirs={(current) => ({
        values: valuesOf(current as MachineOutage),
        version: (current as MachineOutage).version,
      })}
      show={(field, value) => {
        if (field === 'kind') return t(`outages.kinds.${value as OutageKind}`)
        if (field === 'note') return value as string
        return value === null ? t('outages.open') : instant(value as string, '{y}-{m}-{d} {h}:{i}')
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <OutageFields />
    </FormDrawer>
  )
}

function OutageFields() {
  const { t } = useTranslation('machine-states')
  return (
    <>
      <Form.Item name="kind" label={t('outages.kind')}>
        <Select options={outageKinds.map((value) => ({ value, label: t(`outages.kinds.${value}`) }))} />
      </Form.Item>
      <div className="form-pair">
        <Form.Item
          name="from"
          label={t('field.from')}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <InstantField />
        </Form.Item>
        <Form.Item name="to" label={t('outages.to')} extra={t('outages.openHint')}>
          <InstantField />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  )
}

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
import { useStatesChanged, outagesQuery } from './states.queries.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { EditDelete } from '../../shared/ui/edit-delete.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

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
function OutageForm({ machineId, outage, onClose }: Props) {
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

type Open = { readonly edit: MachineOutage | null } | { readonly remove: MachineOutage }

/** When the machine was, is and will be out of service. */
export function OutagesSection({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machine-states')
  const { data, error, refetch } = useQuery(outagesQuery(machineId))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="outages">
      <header>
        <h2>{t('outages.title')}</h2>
        <ReasonButton icon={<PlusOutlined />} allowed={data?.can.add} onClick={() => setOpen({ edit: null })}>
          {t('outages.add')}
        </ReasonButton>
      </header>
      <p className="page-note">{t('outages.note')}</p>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.items.length > 0 && <OutageTable rows={data.items} onOpen={setOpen} />}
      {open !== null && 'edit' in open && (
        <OutageForm machineId={machineId} outage={open.edit} onClose={close} />
      )}
      {open !== null && 'remove' in open && <RemoveOutage outage={open.remove} onClose={close} />}
    </section>
  )
}

interface TableProps {
  readonly rows: readonly MachineOutage[]
  readonly onOpen: (open: Open) => void
}

function OutageTable({ rows, onOpen }: TableProps) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const shown = (at: string) => instant(at, '{y}-{m}-{d} {h}:{i}')
  return (
    <ScrollRegion label={t('outages.title')} width={560}>
      <table className="stop-table" aria-label={t('outages.title')}>
        <thead>
          <tr>
            <th scope="col">{t('outages.kind')}</th>
            <th scope="col">{t('field.from')}</th>
            <th scope="col">{t('outages.to')}</th>
            <th scope="col">{t('field.note')}</th>
            <th scope="col">{t('field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((outage) => (
            <tr key={outage.id}>
              <th scope="row">{t(`outages.kinds.${outage.kind}`)}</th>
              <td>{shown(outage.from)}</td>
              <td>{outage.to === null ? t('outages.open') : shown(outage.to)}</td>
              <td>
                {outage.note} <small>{outage.updatedBy}</small>
              </td>
              <td>
                <EditDelete
                  can={{ edit: outage.can.edit, delete: outage.can.edit }}
                  words={{ edit: t('common:action.edit'), delete: t('outages.delete') }}
                  onEdit={() => onOpen({ edit: outage })}
                  onDelete={() => onOpen({ remove: outage })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RemoveProps {
  readonly outage: MachineOutage
  readonly onClose: () => void
}

function RemoveOutage({ outage, onClose }: RemoveProps) {
  const { t } = useTranslation('machine-states')
  const changed = useStatesChanged()
  return (
    <ActionDialog
      title={t('outages.delete')}
      action={t('outages.delete')}
      danger
      act={() =>
        api('DELETE /api/machine-outages/:id', {
          params: { id: outage.id },
          query: { version: String(outage.version) },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('outages.deleteText')}
    </ActionDialog>
  )
}

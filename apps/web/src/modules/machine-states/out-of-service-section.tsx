import type { MachineOutOfService } from '@cloud-factory/contract/machine-states/machines-out-of-service'
import { type OutOfServiceKind, outOfServiceKinds } from '@cloud-factory/domain/machines/equipment-enums'
import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { InstantField } from '../../shared/form/day-field.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useInstant } from '../../shared/format/dates.ts'
import { useStatesChanged, outOfServiceQuery } from './states.queries.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { EditDelete } from '../../shared/list/record-list.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'

interface Props {
  readonly machineId: string
  /** Null: a new one. */
  readonly outOfService: MachineOutOfService | null
  readonly onClose: () => void
}

type Values = {
  readonly kind: OutOfServiceKind
  readonly from: string
  readonly to: string | null
  readonly note: string
}

const valuesOf = ({ kind, from, to, note }: MachineOutOfService): Values => ({ kind, from, to, note })

/** A span in which the machine is out of service. */
function OutOfServiceForm({ machineId, outOfService, onClose }: Props) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const changed = useStatesChanged()
  const idempotencyKey = useRequestKey()
  const [now] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString())
  return (
    <FormDrawer<Values, MachineOutOfService>
      title={t(outOfService === null ? 'outOfService.add' : 'common:action.edit')}
      action={outOfService === null ? t('outOfService.add') : undefined}
      labels={{
        kind: t('outOfService.kind'),
        from: t('field.from'),
        to: t('outOfService.to'),
        note: t('field.note'),
      }}
      initial={
        outOfService === null
          ? { values: { kind: 'maintenance', from: now, to: null, note: '' }, version: 0 }
          : { values: valuesOf(outOfService), version: outOfService.version }
      }
      save={(values, version) => {
        const body = { ...values, to: values.to ?? null }
        return outOfService === null
          ? api('POST /api/machines-out-of-service', { body: { machineId, ...body }, idempotencyKey })
          : api('PATCH /api/machines-out-of-service/:id', {
              params: { id: outOfService.id },
              body: { version, ...body },
            })
      }}
      theirs={(current) => ({
        values: valuesOf(current as MachineOutOfService),
        version: (current as MachineOutOfService).version,
      })}
      show={(field, value) => {
        if (field === 'kind') return t(`outOfService.kinds.${value as OutOfServiceKind}`)
        if (field === 'note') return value as string
        return value === null ? t('outOfService.open') : instant(value as string, '{y}-{m}-{d} {h}:{i}')
      }}
      onSaved={() => {
        void changed()
        onClose()
      }}
      onClose={onClose}
    >
      <OutOfServiceFields />
    </FormDrawer>
  )
}

function OutOfServiceFields() {
  const { t } = useTranslation('machine-states')
  return (
    <>
      <Form.Item name="kind" label={t('outOfService.kind')}>
        <Select
          options={outOfServiceKinds.map((value) => ({ value, label: t(`outOfService.kinds.${value}`) }))}
        />
      </Form.Item>
      <div className="form-pair">
        <Form.Item
          name="from"
          label={t('field.from')}
          rules={[{ required: true, message: t('shell:form.required') }]}
        >
          <InstantField />
        </Form.Item>
        <Form.Item name="to" label={t('outOfService.to')} extra={t('outOfService.openHint')}>
          <InstantField />
        </Form.Item>
      </div>
      <Form.Item name="note" label={t('field.note')}>
        <Input maxLength={300} />
      </Form.Item>
    </>
  )
}

type Open = { readonly edit: MachineOutOfService | null } | { readonly remove: MachineOutOfService }

/** When the machine was, is and will be out of service. */
export function OutOfServiceSection({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machine-states')
  const { data, error, refetch } = useQuery(outOfServiceQuery(machineId))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <section className="outOfService">
      <header>
        <h2>{t('outOfService.title')}</h2>
        <ReasonButton icon={<PlusOutlined />} allowed={data?.can.add} onClick={() => setOpen({ edit: null })}>
          {t('outOfService.add')}
        </ReasonButton>
      </header>
      <p className="page-note">{t('outOfService.note')}</p>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data !== undefined && data.items.length > 0 && (
        <OutOfServiceTable rows={data.items} onOpen={setOpen} />
      )}
      {open !== null && 'edit' in open && (
        <OutOfServiceForm machineId={machineId} outOfService={open.edit} onClose={close} />
      )}
      {open !== null && 'remove' in open && <ReturnToService outOfService={open.remove} onClose={close} />}
    </section>
  )
}

interface TableProps {
  readonly rows: readonly MachineOutOfService[]
  readonly onOpen: (open: Open) => void
}

function OutOfServiceTable({ rows, onOpen }: TableProps) {
  const { t } = useTranslation('machine-states')
  const instant = useInstant()
  const shown = (at: string) => instant(at, '{y}-{m}-{d} {h}:{i}')
  return (
    <ScrollRegion label={t('outOfService.title')} width={560}>
      <table className="stop-table" aria-label={t('outOfService.title')}>
        <thead>
          <tr>
            <th scope="col">{t('outOfService.kind')}</th>
            <th scope="col">{t('field.from')}</th>
            <th scope="col">{t('outOfService.to')}</th>
            <th scope="col">{t('field.note')}</th>
            <th scope="col">{t('field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((outOfService) => (
            <tr key={outOfService.id}>
              <th scope="row">{t(`outOfService.kinds.${outOfService.kind}`)}</th>
              <td>{shown(outOfService.from)}</td>
              <td>{outOfService.to === null ? t('outOfService.open') : shown(outOfService.to)}</td>
              <td>
                {outOfService.note} <small>{outOfService.updatedBy}</small>
              </td>
              <td>
                <EditDelete
                  can={{ edit: outOfService.can.edit, delete: outOfService.can.edit }}
                  words={{ edit: t('common:action.edit'), delete: t('outOfService.delete') }}
                  onEdit={() => onOpen({ edit: outOfService })}
                  onDelete={() => onOpen({ remove: outOfService })}
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
  readonly outOfService: MachineOutOfService
  readonly onClose: () => void
}

function ReturnToService({ outOfService, onClose }: RemoveProps) {
  const { t } = useTranslation('machine-states')
  const changed = useStatesChanged()
  return (
    <ActionDialog
      title={t('outOfService.delete')}
      action={t('outOfService.delete')}
      danger
      act={() =>
        api('DELETE /api/machines-out-of-service/:id', {
          params: { id: outOfService.id },
          query: { version: String(outOfService.version) },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('outOfService.deleteText')}
    </ActionDialog>
  )
}

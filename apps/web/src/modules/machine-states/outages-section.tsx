import { PlusOutlined } from '@ant-design/icons'
import type { MachineOutage } from '@cloud-factory/contract/machine-states/machine-outages'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { EditDelete } from '../../shared/ui/edit-delete.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { outagesQuery, useStatesChanged } from './states.queries.ts'
import { OutageForm } from './outage-form.tsx'

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

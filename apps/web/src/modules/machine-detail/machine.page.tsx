import '../machines/machines.css'
import { PrinterOutlined } from '@ant-design/icons'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { LiveNote } from '../../shared/live/use-live.tsx'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { LiveState } from '../machines/machines.columns.tsx'
import { MachineOverview } from './machine-overview.tsx'
import { machineQuery } from '../machines/machines.queries.ts'
import type { MachineDocumentKind } from '@cloud-factory/domain/machines/equipment-enums'
import { api } from '../../shared/api.ts'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { MachineForm, MachineDialog } from '../machines/machine-form.tsx'
import { SignalsPart } from '../telemetry/signals-part.tsx'
import { MachineDocuments } from '../machines/machine-documents.tsx'
import { MaintenancePart } from '../maintenance/maintenance-part.tsx'
import { StatesPart } from '../machine-states/states-part.tsx'
import { AlarmsPart } from '../alarms/alarms-part.tsx'
import { EventsPart } from './events-part.tsx'

/** One machine: its data, current state and history. */
export function MachinePage() {
  const { t } = useTranslation('machines')
  const { id = '' } = useParams()
  const { data: machine, error, refetch } = useQuery(machineQuery(id))
  useTabTitle(machine?.code)
  if (machine !== undefined) return <MachineShown key={id} machine={machine} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/equipment/list">{t('toList')}</Link>
        </>
      )}
    </div>
  )
}

function MachineShown({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const [open, setOpen] = useState<'edit' | 'use' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="page is-filling machine-page">
      <PageHeader
        title={
          <span className="machine-title">
            {machine.code} {machine.name}
            {machine.active && machine.source !== 'sim' && <LiveState id={machine.id} />}
            {machine.source !== 'real' && <StatusTag tone="warn" text={t(`source.${machine.source}`)} />}
            {!machine.active && <StatusTag tone="neutral" text={t('retiredOnly')} />}
          </span>
        }
      >
        <LiveNote />
        <Link className="header-link" to={`/equipment/labels?ids=${machine.id}`}>
          <PrinterOutlined /> {t('label')}
        </Link>
        <span className="row-actions">
          <ConversationButton kind="machine" id={machine.id} />
          <ReasonButton
            danger={machine.active}
            allowed={machine.active ? machine.can.retire : machine.can.restore}
            onClick={() => setOpen('use')}
          >
            {t(machine.active ? 'action.retire' : 'action.restore')}
          </ReasonButton>
          <ReasonButton allowed={machine.can.edit} onClick={() => setOpen('edit')}>
            {t('action.edit')}
          </ReasonButton>
        </span>
      </PageHeader>
      <PageParts
        label={t('parts')}
        titleOf={(part) => t(`part.${part}`)}
        parts={{
          overview: <MachineOverview machine={machine} />,
          signals: <SignalsPart machineId={machine.id} />,
          states: <StatesPart machineId={machine.id} />,
          alarms: <AlarmsPart machineId={machine.id} />,
          events: <EventsPart machineId={machine.id} />,
          maintenance: <MaintenancePart machineId={machine.id} code={machine.code} />,
          documents: <MachineDocuments machineId={machine.id} />,
          history: <MachineHistory machineId={machine.id} />,
        }}
      />
      {open === 'edit' && <MachineForm row={machine} onClose={close} />}
      {open === 'use' && <MachineDialog machine={machine} onClose={close} />}
    </div>
  )
}

/** Changes of a machine with user and time, newest first. */
function MachineHistory({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('machines')
  return (
    <PagedHistory
      queryKey={['equipment', 'machine', machineId, 'history']}
      fetch={(query, signal) =>
        api('GET /api/machines/:id/history', { params: { id: machineId }, query, signal })
      }
      actionOf={(action) => t(`history.${action}`, { defaultValue: action })}
      shownOf={(field, value) =>
        field === 'kind' ? t(`documentKind.${value as MachineDocumentKind}`) : undefined
      }
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
    />
  )
}

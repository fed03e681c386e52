import '../machines/machines.css'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useParams } from 'react-router'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { LiveNote } from '../../shared/live/use-live.tsx'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { QrButton } from '../../shared/ui/qr-button.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { LiveState } from '../machines/machines.columns.tsx'
import { MachineOverview } from './machine-overview.tsx'
import { type MachineAction, machineActions } from '../machines/machine-actions.rules.ts'
import { machinePath, machineQuery } from '../machines/machines.queries.ts'
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

/** One machine: its data and current state. */
export function MachinePage() {
  const { t } = useTranslation('machines')
  const { id = '' } = useParams()
  const query = useQuery(machineQuery(id))
  return (
    <RecordPage
      hasParts
      query={query}
      title={({ code }) => code}
      list={{ to: '/equipment/list', text: t('toList') }}
    >
      {(machine) => <MachineShown key={id} machine={machine} />}
    </RecordPage>
  )
}

const takesAway: ReadonlySet<MachineAction> = new Set(['retire'])

function MachineShown({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const [open, setOpen] = useState<'edit' | 'use' | null>(null)
  const close = () => setOpen(null)
  const navigate = useNavigate()
  const act = (action: MachineAction) => {
    if (action === 'label') void navigate(`/equipment/labels?ids=${machine.id}`)
    else setOpen(action === 'edit' ? 'edit' : 'use')
  }
  return (
    <div className="page is-filling machine-page">
      <RecordHead
        no={`${machine.code} ${machine.name}`}
        marks={
          <>
            {machine.active && machine.source !== 'sim' && <LiveState id={machine.id} />}
            {machine.source !== 'real' && <StatusTag tone="warn" text={t(`source.${machine.source}`)} />}
            {!machine.active && <StatusTag tone="neutral" text={t('retiredOnly')} />}
          </>
        }
        actions={machineActions(machine)}
        wordOf={(action) => t(action === 'label' ? 'label' : `action.${action}`)}
        danger={takesAway}
        onAct={act}
      >
        <LiveNote />
        <QrButton text={machinePath(machine.code)} of={`${machine.code} ${machine.name}`} />
        <ConversationButton
          kind="machine"
          id={machine.id}
          history={<MachineHistory machineId={machine.id} />}
        />
      </RecordHead>
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

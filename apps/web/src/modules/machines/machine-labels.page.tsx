import { CloseOutlined, PrinterOutlined } from '@ant-design/icons'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { useQuery } from '@tanstack/react-query'
import { Button, Spin } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate, useSearchParams } from 'react-router'
import { useSession } from '../../shared/session.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { machinePath, machinesQuery } from './machines.queries.ts'
import './machines.css'

/** Labels for machines, 90 × 42 mm: the QR code opens the machine's page for phones. `?ids=` prints only these. */
export function MachineLabelsPage() {
  const { t } = useTranslation('machines')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const ids = new Set((search.get('ids') ?? '').split(',').filter((id) => id !== ''))
  const { data, error, refetch } = useQuery(machinesQuery({ pageSize: 200, sort: 'code' }))
  const shown = (data?.items ?? []).filter(({ id }) => ids.size === 0 || ids.has(id))
  return (
    <div>
      <div className="label-bar">
        <Button
          icon={<CloseOutlined />}
          aria-label={t('close')}
          onClick={() => void navigate('/equipment/list')}
        />
        <h1>{t('labelsTitle', { count: shown.length })}</h1>
        <Button
          type="primary"
          icon={<PrinterOutlined />}
          disabled={shown.length === 0}
          onClick={() => window.print()}
        >
          {t('common:action.print')}
        </Button>
      </div>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Spin className="label-wait" />}
      <div className="machine-labels">
        {shown.map((machine) => (
          <MachineLabel key={machine.id} machine={machine} />
        ))}
      </div>
    </div>
  )
}

function MachineLabel({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('machines')
  const factory = useSession(({ user }) => user?.plant.name ?? '')
  const { code, name, workshop, model } = machine
  return (
    <article className="machine-label">
      <div>
        <p>{factory}</p>
        <p className="machine-label-code">{code}</p>
        <p>{name}</p>
        <p>{[workshop, model].filter((word) => word !== null && word !== '').join(' · ')}</p>
        <p>{t('scanToReport')}</p>
      </div>
      <QrCode text={machinePath(code)} label={code} border={0} />
    </article>
  )
}

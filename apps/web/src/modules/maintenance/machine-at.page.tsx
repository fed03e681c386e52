import { CheckCircleOutlined, ToolOutlined } from '@ant-design/icons'
import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { symptoms, type Symptom } from '@cloud-factory/domain/maintenance/maintenance-enums'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useAllowed } from '../../shared/permission.ts'
import { useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { machineByCodeQuery, useEquipmentChanged } from '../machines/machines.queries.ts'
import { CheckRun } from './check-run.tsx'
import { listQuery } from './maintenance.queries.ts'
import { RepairStatusTag } from './maintenance-labels.tsx'
import './maintenance.css'

/**
 * Target of the QR code on a machine, designed for phones: inspect it, report a fault, see open
 * repairs.
 */
export function MachineAtPage() {
  const { t } = useTranslation('maintenance')
  const { code = '' } = useParams()
  const { data, error, refetch } = useQuery(machineByCodeQuery(code))
  useTabTitle(data?.code)
  if (data !== undefined) return <MachineAt key={data.id} machine={data} />
  return (
    <div className="page">
      {error === null ? (
        <Skeleton active />
      ) : (
        <>
          <ProblemAlert error={error} onRetry={() => void refetch()} />
          <Link to="/equipment/list">{t('common:toList')}</Link>
        </>
      )}
    </div>
  )
}

function MachineAt({ machine }: { readonly machine: MachineRow }) {
  const { t } = useTranslation('maintenance')
  const [doing, setDoing] = useState<'check' | 'report' | null>(null)
  const isAllowed = useAllowed({ permissionOr: ['equipment.maintain', 'alarm.ack'] })
  const allowed = isAllowed ? machine.active || 'machine.retired' : 'permission.denied'
  const done = () => setDoing(null)
  return (
    <div className="page machine-at">
      <h1>
        {machine.code} {machine.name}
      </h1>
      <p className="page-note">{[machine.workshop, machine.model].filter(Boolean).join(' · ')}</p>
      {doing === null && (
        <div className="at-buttons">
          <ReasonButton
            size="large"
            type="primary"
            icon={<CheckCircleOutlined />}
            allowed={allowed}
            onClick={() => setDoing('check')}
          >
            {t('at.check')}
          </ReasonButton>
          <ReasonButton
            size="large"
            danger
            icon={<ToolOutlined />}
            allowed={allowed}
            onClick={() => setDoing('report')}
          >
            {t('report')}
          </ReasonButton>
          <Link to={`/equipment/detail/${machine.id}`}>{t('at.detail')}</Link>
        </div>
      )}
      {doing === 'check' && <CheckRun machine={machine} onDone={done} />}
      {doing === 'report' && <ReportByTap machine={machine} onDone={done} />}
      {doing === null && <OpenRepairs machineId={machine.id} />}
    </div>
  )
}

/** Reports a fault with two taps; no typing required. */
function ReportByTap({ machine, onDone }: { readonly machine: MachineRow; readonly onDone: () => void }) {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const [symptom, setSymptom] = useState<Symptom | null>(null)
  const [stopped, setStopped] = useState(false)
  const { busy, error, submit } = useSubmit()
  const send = async () => {
    if (symptom === null) return
    const { id } = await api('POST /api/repairs', {
      body: { machineId: machine.id, source: 'qr', alarmId: null, symptom, stopped, description: '' },
      idempotencyKey,
    })
    void changed()
    void navigate(`/equipment/repair/${id}`)
  }
  return (
    <section aria-label={t('report')}>
      <h2>{t('at.what')}</h2>
      {error !== null && <ProblemAlert error={error} />}
      <div className="tap-words" role="group" aria-label={t('field.symptom')}>
        {symptoms.map((word) => (
          <button key={word} type="button" aria-pressed={symptom === word} onClick={() => setSymptom(word)}>
            {t(`symptom.${word}`)}
          </button>
        ))}
      </div>
      <label className="at-switch">
        <Switch checked={stopped} onChange={setStopped} /> {t('at.stopped')}
      </label>
      <div className="at-end">
        <Button size="large" onClick={onDone}>
          {t('common:form.cancel')}
        </Button>
        <Button
          size="large"
          type="primary"
          danger
          loading={busy}
          disabled={symptom === null}
          onClick={() => void submit(send)}
        >
          {t('report')}
        </Button>
      </div>
    </section>
  )
}

function OpenRepairs({ machineId }: { readonly machineId: string }) {
  const { t } = useTranslation('maintenance')
  const { data, error, refetch } = useQuery(
    listQuery('GET /api/repairs', { machineId, status: 'reported,accepted,working,done', pageSize: 20 }),
  )
  return (
    <section aria-label={t('at.open')}>
      <h2>{t('at.open')}</h2>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data?.items.length === 0 && <p className="page-note">{t('at.none')}</p>}
      <ul className="at-repairs">
        {data?.items.map(({ id, no, status, symptom }) => (
          <li key={id}>
            <Link to={`/equipment/repair/${id}`}>{no}</Link>
            <span>{t(`symptom.${symptom}`)}</span>
            <RepairStatusTag status={status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

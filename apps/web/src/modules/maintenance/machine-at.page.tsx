import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import { type CheckResult, symptoms, type Symptom } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { CheckDetail, CheckItemRow } from '@cloud-factory/contract/maintenance/equipment-rounds'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useNavigate, useParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useDirty, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useEquipmentChanged, machineByCodeQuery } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import { MaintenancePhotos } from './maintenance-photos.tsx'
import { CheckCircleOutlined, ToolOutlined } from '@ant-design/icons'
import { useAllowed } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RepairStatusTag } from './maintenance-labels.tsx'
import './maintenance.css'

interface Props {
  readonly machine: MachineRow
  readonly onDone: () => void
}

/** An inspection round by tapping: in order, not in order, or skipped; no typing required. */
export function CheckRun({ machine, onDone }: Props) {
  const { t } = useTranslation('maintenance')
  const changed = useEquipmentChanged()
  const idempotencyKey = useRequestKey()
  const { data, error, refetch } = useQuery(
    listQuery('GET /api/check-items', { class: machine.class, active: 'true', pageSize: 200 }),
  )
  const [answers, setAnswers] = useState<Readonly<Record<string, CheckResult>>>({})
  const { busy, error: failed, submit } = useSubmit()
  const [saved, setSaved] = useState<CheckDetail | null>(null)
  const items = data?.items ?? []
  const open = items.filter(({ id }) => answers[id] === undefined).length
  useDirty(saved === null && Object.keys(answers).length > 0)
  const send = async () => {
    const check = await api('POST /api/machines/:id/checks', {
      params: { id: machine.id },
      body: { answers: items.map(({ id }) => ({ itemId: id, result: answers[id] ?? 'skipped' })) },
      idempotencyKey,
    })
    setSaved(check)
    void changed()
  }
  if (saved !== null) return <SavedCheck check={saved} onDone={onDone} />
  return (
    <section aria-label={t('source.check')}>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {failed !== null && <ProblemAlert error={failed} />}
      <Answers
        items={data?.items}
        waits={error === null}
        answers={answers}
        onAnswer={(id, result) => setAnswers((now) => ({ ...now, [id]: result }))}
      />
      <div className="at-end">
        <Button size="large" onClick={onDone}>
          {t('common:form.cancel')}
        </Button>
        <Button
          size="large"
          type="primary"
          loading={busy}
          disabled={items.length === 0 || open > 0}
          onClick={() => void submit(send)}
        >
          {open > 0 ? t('check.left', { count: open }) : t('check.keep')}
        </Button>
      </div>
    </section>
  )
}

interface AnswersProps {
  /** Undefined while they are being fetched. */
  readonly items: readonly CheckItemRow[] | undefined
  readonly waits: boolean
  readonly answers: Readonly<Record<string, CheckResult>>
  readonly onAnswer: (id: string, result: CheckResult) => void
}

function Answers({ items, waits, answers, onAnswer }: AnswersProps) {
  const { t } = useTranslation('maintenance')
  const nameOf = useNames()
  if (items === undefined) return waits ? <Skeleton active /> : null
  if (items.length === 0) return <p className="page-note">{t('items.empty')}</p>
  return (
    <ol className="check-items">
      {items.map(({ id, names }) => (
        <li key={id}>
          <span id={`check-${id}`}>{nameOf(names)}</span>
          <span className="tap-answers" role="group" aria-labelledby={`check-${id}`}>
            {(['ok', 'fault', 'skipped'] as const).map((result) => (
              <button
                key={result}
                type="button"
                className={`is-${result}`}
                aria-pressed={answers[id] === result}
                onClick={() => onAnswer(id, result)}
              >
                {t(`check.${result}`)}
              </button>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

function SavedCheck({ check, onDone }: { readonly check: CheckDetail; readonly onDone: () => void }) {
  const { t } = useTranslation('maintenance')
  const { data } = useQuery({
    queryKey: ['equipment', 'check', check.id],
    queryFn: ({ signal }) => api('GET /api/checks/:id', { params: { id: check.id }, signal }),
  })
  return (
    <section aria-label={t('check.kept')}>
      <h2 role="status">{t('check.kept')}</h2>
      <p>{check.faults === 0 ? t('check.fine') : t('check.faults', { count: check.faults })}</p>
      {check.repair !== null && (
        <p>
          <Link to={`/equipment/repair/${check.repair.id}`}>
            {t('check.repair', { no: check.repair.no })}
          </Link>
        </p>
      )}
      <MaintenancePhotos
        photos={data?.photos ?? check.photos}
        allowed
        target={{ key: 'POST /api/checks/:id/photos', id: check.id }}
      />
      <div className="at-end">
        <Button size="large" type="primary" onClick={onDone}>
          {t('check.end')}
        </Button>
      </div>
    </section>
  )
}

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
            {t('source.check')}
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
    <section aria-label={t('tile.repairs')}>
      <h2>{t('tile.repairs')}</h2>
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

import type { MachineRow } from '@cloud-factory/contract/machines/machines'
import type { CheckResult } from '@cloud-factory/domain/maintenance/maintenance-enums'
import type { CheckDetail, CheckItemRow } from '@cloud-factory/contract/maintenance/spot-checks'
import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { useEquipmentChanged } from '../machines/machines.queries.ts'
import { listQuery } from './maintenance.queries.ts'
import { MaintenancePhotos } from './maintenance-photos.tsx'

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
  const [kept, setKept] = useState<CheckDetail | null>(null)
  const items = data?.items ?? []
  const open = items.filter(({ id }) => answers[id] === undefined).length
  useDirty(kept === null && Object.keys(answers).length > 0)
  const send = async () => {
    const check = await api('POST /api/machines/:id/checks', {
      params: { id: machine.id },
      body: { answers: items.map(({ id }) => ({ itemId: id, result: answers[id] ?? 'skipped' })) },
      idempotencyKey,
    })
    setKept(check)
    void changed()
  }
  if (kept !== null) return <CheckKept check={kept} onDone={onDone} />
  return (
    <section aria-label={t('at.check')}>
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

function CheckKept({ check, onDone }: { readonly check: CheckDetail; readonly onDone: () => void }) {
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

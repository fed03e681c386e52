import '../maintenance/maintenance.css'
import type { RepairDetail } from '@cloud-factory/contract/maintenance/repairs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useParams } from 'react-router'
import { Facts } from '../../shared/ui/facts.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, thousands } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { AssigneeField } from '../inbox/assignee.tsx'
import { ConversationButton } from '../inbox/conversation-button.tsx'
import { Ago } from '../../shared/ui/ago.tsx'
import { RecordHead, stepsOf } from '../../shared/ui/record-head.tsx'
import { RecordPage } from '../../shared/ui/record-page.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { AlarmStateTag, alarmTitle } from '../alarms/alarm-labels.tsx'
import { alarmQuery } from '../alarms/alarms.queries.ts'
import { repairQuery } from '../maintenance/maintenance.queries.ts'
import { hoursShown, RepairStatusTag } from '../maintenance/maintenance-labels.tsx'
import { MaintenancePhotos } from '../maintenance/maintenance-photos.tsx'
import { type RepairAction, repairActions, repairLife } from '../maintenance/repair-actions.rules.ts'
import { api } from '../../shared/api.ts'
import { PagedHistory } from '../../shared/ui/paged-history.tsx'
import { AlarmDrawer } from '../alarms/alarm-drawer.tsx'
import { RepairDialog } from '../maintenance/repair-dialogs.tsx'

const words: Readonly<Record<string, 'status' | 'cause' | 'result' | 'symptom'>> = {
  status: 'status',
  cause: 'cause',
  result: 'result',
  symptom: 'symptom',
}

/** Changes of a repair order with user and time, newest first. */
function RepairHistory({ repairId }: { readonly repairId: string }) {
  const { t } = useTranslation('maintenance')
  return (
    <PagedHistory
      queryKey={['equipment', 'repair', repairId, 'history']}
      fetch={(query, signal) =>
        api('GET /api/repairs/:id/history', { params: { id: repairId }, query, signal })
      }
      actionOf={(action) => t(`pastAction.${action}`, { defaultValue: action })}
      fieldOf={(field) => t(`field.${field}`, { defaultValue: field })}
      shownOf={(field, value) => {
        const group = words[field]
        if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
        return group === undefined
          ? undefined
          : t(`${group}.${String(value)}`, { defaultValue: String(value) })
      }}
    />
  )
}

/** One repair order: fault, assignee, parts and photos. */
export function RepairPage() {
  const { t } = useTranslation('maintenance')
  const { id = '' } = useParams()
  const query = useQuery(repairQuery(id))
  return (
    <RecordPage
      query={query}
      title={({ no }) => no}
      list={{ to: '/equipment/maintenance', text: t('toList') }}
    >
      {(repair) => <RepairShown key={id} repair={repair} />}
    </RecordPage>
  )
}

const takesAway: ReadonlySet<RepairAction> = new Set(['cancel'])

function RepairShown({ repair }: { readonly repair: RepairDetail }) {
  const { t } = useTranslation('maintenance')
  const [dialog, setDialog] = useState<RepairAction | null>(null)
  const close = () => setDialog(null)
  const { status, machine } = repair
  return (
    <div className="page maintenance-page">
      <RecordHead
        no={repair.no}
        state={<RepairStatusTag status={status} />}
        marks={repair.stopped && <StatusTag tone="bad" text={t('stopped')} />}
        about={[t(`symptom.${repair.symptom}`), repair.description].filter((word) => word !== '').join(' · ')}
        steps={stepsOf(repairLife, status, t('field.status'), (state) => t(`status.${state}`))}
        actions={repairActions(repair)}
        wordOf={(action) => t(`action.${action}`)}
        danger={takesAway}
        onAct={setDialog}
        figures={[
          [
            t('field.machine'),
            <Link key="machine" to={`/equipment/detail/${repair.machineId}`}>
              {machine.code}
            </Link>,
          ],
          [t('field.reportedAt'), <Ago key="reported" at={repair.reportedAt} />],
          [t('field.acceptedBy'), repair.acceptedBy ?? absent],
          [t('field.downtime'), downtimeShown(repair, t)],
        ]}
      >
        <AssigneeField kind="repair" record={repair} allowed={repair.can.assign} />
        <ConversationButton kind="repair" id={repair.id} history={<RepairHistory repairId={repair.id} />} />
      </RecordHead>
      <div className="repair-cards">
        <RepairFacts repair={repair} />
        <div className="card-column">
          <section className="fact-card" aria-label={t('common:field.photos')}>
            <h2>{t('common:field.photos')}</h2>
            <MaintenancePhotos
              photos={repair.photoList}
              allowed={repair.can.photo}
              target={{ key: 'POST /api/repairs/:id/photos', id: repair.id }}
            />
          </section>
          <UsedParts repair={repair} />
        </div>
      </div>
      {dialog !== null && <RepairDialog repair={repair} action={dialog} onClose={close} />}
    </div>
  )
}

/** The alarm that an order was created from, with its status; opens the alarm's history. */
function SourceAlarm({ id }: { readonly id: string }) {
  const { t } = useTranslation(['maintenance', 'alarms'])
  const nameOf = useNames()
  const { data: alarm } = useQuery(alarmQuery(id))
  const [open, setOpen] = useState(false)
  if (alarm === undefined) return t('source.alarm')
  return (
    <span className="repair-alarm">
      {t('source.alarm')}
      <button type="button" className="link-button" onClick={() => setOpen(true)}>
        {alarmTitle(alarm, nameOf)}
      </button>
      <AlarmStateTag state={alarm.state} />
      {open && <AlarmDrawer alarm={alarm} onClose={() => setOpen(false)} />}
    </span>
  )
}

function RepairFacts({ repair }: { readonly repair: RepairDetail }) {
  const { t } = useTranslation('maintenance')
  const instant = useInstant()
  const step = (at: string | null, by: string | null) =>
    at === null ? absent : `${instant(at)}${by === null ? '' : ` ${by}`}`
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('field.machine'),
      <Link key="machine" to={`/equipment/detail/${repair.machineId}`}>
        {repair.machine.code} {repair.machine.name}
      </Link>,
    ],
    [
      t('field.source'),
      repair.alarmId === null ? (
        t(`source.${repair.source}`)
      ) : (
        <SourceAlarm key="alarm" id={repair.alarmId} />
      ),
    ],
    [t('field.reportedAt'), step(repair.reportedAt, repair.reportedBy)],
    [t('field.acceptedAt'), step(repair.acceptedAt, repair.acceptedBy)],
    [t('field.startedAt'), step(repair.startedAt, null)],
    [t('field.finishedAt'), step(repair.finishedAt, repair.finishedBy)],
    [t('field.verifiedAt'), step(repair.verifiedAt, repair.verifiedBy)],
    [t('field.cause'), repair.cause === null ? absent : t(`cause.${repair.cause}`)],
    [t('field.result'), repair.result === null ? absent : t(`result.${repair.result}`)],
    [t('field.remedy'), repair.remedy || absent],
    ...(repair.cancelReason === null ? [] : [[t('field.cancelReason'), repair.cancelReason] as const]),
  ]
  return (
    <section className="fact-card" aria-label={t('facts')}>
      <h2>{t('facts')}</h2>
      <Facts facts={facts} />
    </section>
  )
}

const downtimeShown = (
  { downtimeS, downtimeFrom }: RepairDetail,
  t: ReturnType<typeof useTranslation<'maintenance'>>['t'],
): string =>
  downtimeS === null || downtimeFrom === null
    ? absent
    : `${hoursShown(downtimeS)} (${t(`downtimeFrom.${downtimeFrom}`)})`

function UsedParts({ repair }: { readonly repair: RepairDetail }) {
  const { t } = useTranslation('maintenance')
  return (
    <section className="fact-card" aria-label={t('usedParts')}>
      <h2>{t('usedParts')}</h2>
      {repair.parts.length === 0 && <p className="page-note">{t('empty.usedParts')}</p>}
      <ul className="repair-parts">
        {repair.parts.map(({ id, code, name, quantity, unit, by }) => (
          <li key={id}>
            <span>
              {code} {name}
            </span>
            <span className="is-number">
              {thousands(quantity)} {unit}
            </span>
            <span className="page-note">{by}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

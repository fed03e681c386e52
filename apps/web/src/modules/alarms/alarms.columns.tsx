import { ArrowUpOutlined, SwapOutlined } from '@ant-design/icons'
import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import type { TFunction } from 'i18next'
import { Link } from 'react-router'
import { Ago } from '../../shared/ui/ago.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import type { Column } from '../../shared/list/column.ts'
import { AlarmMark, AlarmStateTag, alarmTitle, SeverityTag, valueShown } from './alarm-labels.tsx'

interface ColumnContext {
  readonly t: TFunction<'alarms'>
  readonly instant: (at: string | null, pattern?: string) => string
  readonly nameOf: (names: AlarmRow['rule']['names']) => string
}

const pattern = '{m}-{d} {h}:{i}:{s}'

/** Full title of the alarm, followed by the response or the rule that raised it. */
const tipOf = (row: AlarmRow, nameOf: ColumnContext['nameOf']): string =>
  [...new Set([alarmTitle(row, nameOf), nameOf(row.advice ?? row.rule.names)])].join('\n')

export const alarmColumns = (context: ColumnContext): readonly Column<AlarmRow>[] => [
  ...occurrenceColumns(context),
  ...stateColumns(context),
  ...handlingColumns(context),
]

/** Title, machine and start of an alarm. */
const occurrenceColumns = ({ t, nameOf }: ColumnContext): readonly Column<AlarmRow>[] => [
  {
    key: 'rule',
    title: t('field.alarm'),
    width: 180,
    pinned: true,
    render: (row) => <span title={tipOf(row, nameOf)}>{alarmTitle(row, nameOf)}</span>,
  },
  {
    key: 'machine',
    title: t('field.machine'),
    width: 160,
    render: ({ machine }) => (
      <Link to={`/equipment/detail/${machine.id}?part=alarms`}>
        {machine.code} {machine.name}
      </Link>
    ),
  },
  {
    key: 'raisedAt',
    title: t('field.raisedAt'),
    width: 130,
    sort: 'raisedAt',
    render: ({ raisedAt }) => <Ago at={raisedAt} pattern={'{m}-{d} {h}:{i}'} />,
  },
  {
    key: 'severity',
    title: t('field.severity'),
    width: 116,
    sort: 'severity',
    group: ({ severity }) => severity,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
]

/** Status with the repair order, value and number of occurrences. */
const stateColumns = ({ t }: ColumnContext): readonly Column<AlarmRow>[] => [
  {
    key: 'state',
    title: t('field.state'),
    width: { zh: 160, other: 186 },
    render: (row) => (
      <span className="alarm-state-cell">
        <span className="alarm-state">
          <AlarmStateTag state={row.state} />
          {row.isChattering && <AlarmMark word={t('chattering')} icon={<SwapOutlined />} />}
          {row.escalatedAt !== null && row.state !== 'normal' && (
            <AlarmMark word={t('escalated')} icon={<ArrowUpOutlined />} isLate />
          )}
        </span>
        {row.repair !== null && <Link to={`/equipment/repair/${row.repair.id}`}>{row.repair.no}</Link>}
      </span>
    ),
  },
  {
    key: 'value',
    title: t('field.value'),
    width: 110,
    spare: true,
    align: 'right',
    render: (row) => valueShown(row) ?? absent,
  },
  {
    key: 'times',
    title: t('field.times'),
    width: 80,
    spare: true,
    align: 'right',
    render: ({ times }) => count(times),
  },
]

/** Who acknowledged or shelved it, and when it ended. */
const handlingColumns = ({ t, instant }: ColumnContext): readonly Column<AlarmRow>[] => [
  {
    key: 'ackedBy',
    title: t('field.ackedBy'),
    width: 190,
    spare: true,
    render: ({ ackedAt, ackedBy }) =>
      ackedAt === null ? absent : `${ackedBy} ${instant(ackedAt, '{m}-{d} {h}:{i}')}`,
  },
  {
    key: 'returnedAt',
    title: t('field.returnedAt'),
    width: 150,
    spare: true,
    render: ({ returnedAt }) => <Ago at={returnedAt} pattern={pattern} />,
  },
  {
    key: 'shelved',
    title: t('field.shelved'),
    width: 230,
    spare: true,
    render: ({ shelvedUntil, shelvedBy, shelfReason, isSuppressed }) =>
      shelvedUntil === null
        ? isSuppressed
          ? t('suppressed')
          : absent
        : `${instant(shelvedUntil, '{h}:{i}')} · ${shelvedBy} · ${shelfReason}`,
  },
  {
    key: 'closedAt',
    title: t('field.closedAt'),
    width: 150,
    extra: true,
    render: ({ closedAt }) => <Ago at={closedAt} pattern={pattern} />,
  },
  { key: 'code', title: t('field.code'), width: 130, extra: true, render: ({ rule }) => rule.code },
]

import { stateNames, machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import type { AlarmRuleRow } from '@cloud-factory/contract/alarms/alarms'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Column } from '../../shared/list/column.ts'
import { RecordList } from '../../shared/list/record-list.tsx'
import { choices, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { SeverityTag } from './alarm-labels.tsx'
import { alarmRulesQuery, useAlarmsChanged } from './alarms.queries.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const RuleForm = lazyDialog(async () => (await import('./rule-form.tsx')).RuleForm)

const filterNames = ['class'] as const

/** Alarm rules; editable with the permission to edit equipment. */
export function RuleList() {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const list = useListState('GET /api/alarm-rules', filterNames)
  const query = useListQuery(list, alarmRulesQuery)
  const columns = useMemo(() => ruleColumns(t, nameOf), [t, nameOf])
  return (
    <RecordList<AlarmRuleRow>
      name="alarm-rules"
      list={list}
      query={query}
      columns={columns}
      permission="equipment.edit"
      form={RuleForm}
      remove={({ id, version }) =>
        api('DELETE /api/alarm-rules/:id', { params: { id }, query: { version: String(version) } })
      }
      onChanged={useAlarmsChanged()}
      rowWidth={165}
      words={{
        label: t('part.rules'),
        add: t('rule.add'),
        empty: t('rule.empty'),
        search: t('rule.search'),
        edit: t('action.edit'),
        delete: t('action.delete'),
        removeTitle: ({ code }) => t('rule.remove', { code }),
        removeText: t('rule.removeText'),
      }}
      filters={
        <SelectFilters
          list={list}
          filters={{ class: [t('field.class'), choices(machineClasses, (value) => t(`class.${value}`))] }}
        />
      }
    />
  )
}

function conditionOf(
  t: TFunction<'alarms'>,
  nameOf: (names: AlarmRuleRow['names']) => string,
  { kind, role, signal, limit, critical, state, unit }: AlarmRuleRow,
): string {
  if (kind === 'state') return t('condition.state', { state: nameOf(stateNames[state ?? 'unknown']) })
  if (kind === 'offline' || kind === 'machine') return t(`kind.${kind}`)
  const what = role === null ? (signal ?? '') : t(`role.${role}`)
  const sign = kind === 'above' ? '>' : '<'
  return `${what} ${sign} ${limit}${critical === null ? '' : ` / ${critical}`} ${unit}`.trimEnd()
}

const ruleColumns = (
  t: TFunction<'alarms'>,
  nameOf: (names: AlarmRuleRow['names']) => string,
): readonly Column<AlarmRuleRow>[] => [
  { key: 'name', title: t('field.name'), width: 235, pinned: true, render: ({ names }) => nameOf(names) },
  { key: 'code', title: t('field.code'), width: 130, spare: true, sort: 'code', render: ({ code }) => code },
  {
    key: 'scope',
    title: t('field.scope'),
    width: 165,
    render: (row) => row.machine ?? (row.class === null ? t('rule.all') : t(`class.${row.class}`)),
  },
  { key: 'condition', title: t('field.condition'), width: 235, render: (row) => conditionOf(t, nameOf, row) },
  {
    key: 'severity',
    title: t('field.severity'),
    width: 118,
    sort: 'severity',
    group: ({ severity }) => severity,
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'delays',
    title: t('field.delays'),
    width: 124,
    spare: true,
    render: ({ onDelayS, offDelayS }) => `${onDelayS} s / ${offDelayS} s`,
  },
  {
    key: 'deadBand',
    title: t('field.deadBand'),
    width: 130,
    spare: true,
    align: 'right',
    render: ({ deadBand, unit }) => (deadBand === 0 ? absent : `${deadBand} ${unit}`.trimEnd()),
  },
  {
    key: 'escalate',
    title: t('field.escalateMin'),
    width: 160,
    spare: true,
    render: ({ escalateMin }) => (escalateMin === null ? absent : t('minutes', { count: escalateMin })),
  },
  {
    key: 'active',
    title: t('field.active'),
    width: 100,
    render: ({ active }) => (
      <StatusTag tone={active ? 'active' : 'neutral'} text={t(active ? 'rule.on' : 'rule.off')} />
    ),
  },
]

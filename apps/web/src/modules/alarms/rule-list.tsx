import { stateNames, machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { PlusOutlined } from '@ant-design/icons'
import type { AlarmRuleRow } from '@cloud-factory/contract/alarms/alarms'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { SelectFilter } from '../../shared/list/select-filter.tsx'
import { useListState } from '../../shared/list/use-list-state.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { SeverityTag } from './alarm-labels.tsx'
import { alarmRulesQuery, useAlarmsChanged } from './alarms.queries.ts'
import { RuleForm } from './rule-form.tsx'

const filterNames = ['class'] as const
type Open = { readonly edit: AlarmRuleRow | null } | { readonly remove: AlarmRuleRow }

/** Alarm rules; editable with the permission to edit equipment. */
export function RuleList() {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const list = useListState('GET /api/alarm-rules', filterNames)
  const query = useQuery(alarmRulesQuery(list.query))
  const columns = useMemo(() => ruleColumns(t, nameOf), [t, nameOf])
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <DataTable<AlarmRuleRow>
        name="alarm-rules"
        label={t('part.rules')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('rule.search')}
        onOpen={(row) => row.can.edit === true && setOpen({ edit: row })}
        empty={<p>{t('rule.empty')}</p>}
        filters={
          <SelectFilter
            list={list}
            name="class"
            many
            label={t('field.class')}
            options={machineClasses.map((value) => ({ value, label: t(`class.${value}`) }))}
          />
        }
        actions={
          <Allowed permission="equipment.edit">
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ edit: null })}>
              {t('rule.add')}
            </Button>
          </Allowed>
        }
        rowActions={{ width: 165, render: (row) => <RuleActions row={row} onOpen={setOpen} /> }}
      />
      {open !== null && 'edit' in open && <RuleForm row={open.edit} onClose={close} />}
      {open !== null && 'remove' in open && <RemoveRule row={open.remove} onClose={close} />}
    </>
  )
}

interface ActionsProps {
  readonly row: AlarmRuleRow
  readonly onOpen: (open: Open) => void
}

function RuleActions({ row, onOpen }: ActionsProps) {
  const { t } = useTranslation('alarms')
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onOpen({ edit: row })}>
        {t('action.edit')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={row.can.delete === true}
        allowed={row.can.delete}
        onClick={() => onOpen({ remove: row })}
      >
        {t('action.delete')}
      </ReasonButton>
    </span>
  )
}

interface RemoveProps {
  readonly row: AlarmRuleRow
  readonly onClose: () => void
}

function RemoveRule({ row, onClose }: RemoveProps) {
  const { t } = useTranslation('alarms')
  const changed = useAlarmsChanged()
  return (
    <ActionDialog
      title={t('rule.remove', { code: row.code })}
      action={t('action.delete')}
      danger
      act={() =>
        api('DELETE /api/alarm-rules/:id', {
          params: { id: row.id },
          query: { version: String(row.version) },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('rule.removeText')}
    </ActionDialog>
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
  { key: 'code', title: t('field.code'), width: 130, sort: 'code', render: ({ code }) => code },
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
    render: ({ severity }) => <SeverityTag severity={severity} />,
  },
  {
    key: 'delays',
    title: t('field.delays'),
    width: 124,
    render: ({ onDelayS, offDelayS }) => `${onDelayS} s / ${offDelayS} s`,
  },
  {
    key: 'deadBand',
    title: t('field.deadBand'),
    width: 130,
    align: 'right',
    render: ({ deadBand, unit }) => (deadBand === 0 ? absent : `${deadBand} ${unit}`.trimEnd()),
  },
  {
    key: 'escalate',
    title: t('field.escalateMin'),
    width: 160,
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

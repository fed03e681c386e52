import { alarmViews, severities } from '@cloud-factory/domain/alarms/alarm-enums'
import type { AlarmRow } from '@cloud-factory/contract/alarms/alarms'
import { machineClasses } from '@cloud-factory/domain/machines/equipment-enums'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import { BulkBar } from '../../shared/list/bulk-bar.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { useSelection } from '../../shared/list/use-selection.ts'
import { useAllowed } from '../../shared/permission.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { RowMenu } from '../../shared/ui/row-menu.tsx'
import { alarmTitle } from './alarm-labels.tsx'
import { alarmColumns } from './alarms.columns.tsx'
import { alarmsQuery, useLiveAlarms } from './alarms.queries.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'

const dialogs = () => import('./alarm-dialogs.tsx')
const AckDialog = lazyDialog(async () => (await dialogs()).AckDialog)
const ShelfDialog = lazyDialog(async () => (await dialogs()).ShelfDialog)
const AlarmRepairForm = lazyDialog(async () => (await dialogs()).AlarmRepairForm)
export const OutOfServiceDialog = lazyDialog(async () => (await dialogs()).OutOfServiceDialog)
const AlarmDrawer = lazyDialog(async () => (await import('./alarm-drawer.tsx')).AlarmDrawer)

const filterNames = ['view', 'severity', 'class'] as const

type Open =
  | { readonly ack: readonly AlarmRow[] }
  | { readonly shelf: AlarmRow }
  | { readonly look: AlarmRow }
  | { readonly repair: AlarmRow }
  | { readonly outOfService: AlarmRow }

/** Alarms of all machines, or of one. */
export function AlarmList({ machineId }: { readonly machineId: string | null }) {
  const { t } = useTranslation('alarms')
  const instant = useInstant()
  const nameOf = useNames()
  const list = useListState('GET /api/alarms', filterNames)
  useLiveAlarms()
  const query = useListQuery(list, (page) => alarmsQuery(machineId === null ? page : { ...page, machineId }))
  const columns = useMemo(() => {
    const all = alarmColumns({ t, instant, nameOf })
    // In a machine's own list it would be the same in every row.
    return machineId === null ? all : all.filter(({ key }) => key !== 'machine')
  }, [t, instant, nameOf, machineId])
  const selection = useSelection<AlarmRow>(
    JSON.stringify(list.state.filters),
    (alarm) => `${alarm.machine.code} ${alarmTitle(alarm, nameOf)}`,
  )
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const picked = [...selection.picked.values()]
  return (
    <>
      <DataTable<AlarmRow>
        name={machineId === null ? 'alarms' : 'machine-alarms'}
        label={t('part.list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t(machineId === null ? 'search' : 'field.alarm')}
        selection={selection}
        selected={
          picked.length > 0 && (
            <AckBar alarms={picked} onAck={() => setOpen({ ack: picked })} onClear={selection.clear} />
          )
        }
        onOpen={(look) => setOpen({ look })}
        empty={<p>{t('empty')}</p>}
        filters={<AlarmFilters list={list} isOfOneMachine={machineId !== null} />}
        rowActions={{
          width: { zh: 220, other: 248 },
          render: (row) => <AlarmActions alarm={row} onOpen={setOpen} />,
        }}
      />
      <AlarmDialogs open={open} onAcked={selection.clear} onClose={close} />
    </>
  )
}

interface FiltersProps {
  readonly list: List
  readonly isOfOneMachine: boolean
}

function AlarmFilters({ list, isOfOneMachine }: FiltersProps) {
  const { t } = useTranslation('alarms')
  return (
    <>
      <SelectFilter
        list={list}
        name="view"
        label={t('view.label')}
        options={alarmViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      <SelectFilters
        list={list}
        filters={{ severity: [t('field.severity'), choices(severities, (value) => t(`severity.${value}`))] }}
      />
      {!isOfOneMachine && (
        <SelectFilters
          list={list}
          filters={{ class: [t('field.class'), choices(machineClasses, (value) => t(`class.${value}`))] }}
        />
      )}
    </>
  )
}

interface ActionsProps {
  readonly alarm: AlarmRow
  readonly onOpen: (open: Open) => void
}

/** The most frequent action is in the row, the others in a menu. */
function AlarmActions({ alarm, onOpen }: ActionsProps) {
  const { t } = useTranslation('alarms')
  const nameOf = useNames()
  const canEdit = useAllowed({ permission: 'equipment.edit' })
  const isShelved = alarm.shelvedUntil !== null
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed={alarm.can.ack} onClick={() => onOpen({ ack: [alarm] })}>
        {t('action.ack')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        allowed={alarm.can.repair}
        onClick={() => onOpen({ repair: alarm })}
      >
        {t('shell:bottomBar.fault')}
      </ReasonButton>
      <RowMenu
        label={t('action.more', { name: `${alarm.machine.code} ${alarmTitle(alarm, nameOf)}` })}
        actions={[
          {
            key: 'shelf',
            word: t(isShelved ? 'action.unshelve' : 'action.shelve'),
            allowed: isShelved ? alarm.can.unshelve : alarm.can.shelve,
            onChoose: () => onOpen({ shelf: alarm }),
          },
          {
            key: 'outOfService',
            word: t('action.outOfService'),
            allowed: canEdit ? true : 'permission.denied',
            onChoose: () => onOpen({ outOfService: alarm }),
          },
          { key: 'look', word: t('common:history'), allowed: true, onChoose: () => onOpen({ look: alarm }) },
        ]}
      />
    </span>
  )
}

interface DialogsProps {
  readonly open: Open | null
  readonly onAcked: () => void
  readonly onClose: () => void
}

function AlarmDialogs({ open, onAcked, onClose }: DialogsProps) {
  return open !== null && dialogOf(open, onAcked, onClose)
}

function dialogOf(open: Open, onAcked: () => void, onClose: () => void): ReactNode {
  if ('shelf' in open) return <ShelfDialog alarm={open.shelf} onClose={onClose} />
  if ('look' in open) return <AlarmDrawer alarm={open.look} onClose={onClose} />
  if ('outOfService' in open)
    return <OutOfServiceDialog of={open.outOfService} isOut={false} onClose={onClose} />
  if ('repair' in open) return <AlarmRepairForm alarm={open.repair} onClose={onClose} />
  const onDone = () => {
    onAcked()
    onClose()
  }
  return <AckDialog alarms={open.ack} onDone={onDone} onClose={onClose} />
}

interface Props {
  readonly alarms: readonly AlarmRow[]
  readonly onAck: () => void
  readonly onClear: () => void
}

/** Actions on the selected alarms. */
function AckBar({ alarms, onAck, onClear }: Props) {
  const { t } = useTranslation('alarms')
  // Acknowledges the alarms that permit it; shows the first alarm's reason only if none does.
  const allowed = alarms.some(({ can }) => can.ack === true) || (alarms[0]?.can.ack ?? true)
  return (
    <BulkBar count={alarms.length} onClear={onClear}>
      <ReasonButton type="primary" allowed={allowed} onClick={onAck}>
        {t('action.ack')}
      </ReasonButton>
    </BulkBar>
  )
}

import { alarmViews, severities } from '@cloud-factory/contract/alarm-words'
import type { AlarmRow } from '@cloud-factory/contract/alarms'
import { machineClasses } from '@cloud-factory/contract/equipment-words'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstant } from '../../../shared/format/dates.ts'
import { useNames } from '../../../shared/i18n/use-names.ts'
import { DataTable } from '../../../shared/list/data-table.tsx'
import { SelectFilter } from '../../../shared/list/select-filter.tsx'
import { useListState } from '../../../shared/list/use-list-state.ts'
import { useSelection } from '../../../shared/list/use-selection.ts'
import { lazyPart } from '../../../shared/ui/lazy-part.ts'
import { Overlay } from '../../../shared/ui/overlay.tsx'
import { ReasonButton } from '../../../shared/ui/reason-button.tsx'
import { AckBar } from './ack-bar.tsx'
import { alarmTitle } from './alarm-words.tsx'
import { alarmColumns } from './alarms.columns.tsx'
import { alarmsQuery, useLiveAlarms } from './alarms.queries.ts'

const AckDialog = lazyPart(async () => (await import('./ack-dialog.tsx')).AckDialog)
const ShelfDialog = lazyPart(async () => (await import('./shelf-dialog.tsx')).ShelfDialog)
const AlarmRepairForm = lazyPart(async () => (await import('./alarm-repair.tsx')).AlarmRepairForm)
const AlarmDrawer = lazyPart(async () => (await import('./alarm-drawer.tsx')).AlarmDrawer)

const filterNames = ['view', 'severity', 'class'] as const

type Open =
  | { readonly ack: readonly AlarmRow[] }
  | { readonly shelf: AlarmRow }
  | { readonly look: AlarmRow }
  | { readonly repair: AlarmRow }

/** Alarms of all machines, or of one. */
export function AlarmList({ machineId }: { readonly machineId: string | null }) {
  const { t } = useTranslation('alarms')
  const instant = useInstant()
  const nameOf = useNames()
  const list = useListState('GET /api/alarms', filterNames)
  const asked = machineId === null ? list.query : { ...list.query, machineId }
  useLiveAlarms()
  const query = useQuery(alarmsQuery(asked))
  const columns = useMemo(() => alarmColumns({ t, instant, nameOf }), [t, instant, nameOf])
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
        searchHint={t('search')}
        selection={selection}
        selected={
          picked.length > 0 && (
            <AckBar alarms={picked} onAck={() => setOpen({ ack: picked })} onClear={selection.clear} />
          )
        }
        onOpen={(look) => setOpen({ look })}
        empty={<p>{t('empty')}</p>}
        filters={
          <>
            <SelectFilter
              list={list}
              name="view"
              label={t('view.label')}
              options={alarmViews.map((value) => ({ value, label: t(`view.${value}`) }))}
            />
            <SelectFilter
              list={list}
              name="severity"
              many
              label={t('field.severity')}
              options={severities.map((value) => ({ value, label: t(`severity.${value}`) }))}
            />
            {machineId === null && (
              <SelectFilter
                list={list}
                name="class"
                many
                label={t('field.class')}
                options={machineClasses.map((value) => ({ value, label: t(`class.${value}`) }))}
              />
            )}
          </>
        }
        rowActions={{
          width: 270,
          render: (row) => (
            <span className="row-actions">
              <ReasonButton
                type="link"
                size="small"
                may={row.can.ack}
                onClick={() => setOpen({ ack: [row] })}
              >
                {t('deed.ack')}
              </ReasonButton>
              <ReasonButton
                type="link"
                size="small"
                may={row.shelvedUntil === null ? row.can.shelve : row.can.unshelve}
                onClick={() => setOpen({ shelf: row })}
              >
                {t(row.shelvedUntil === null ? 'deed.shelve' : 'deed.unshelve')}
              </ReasonButton>
              <ReasonButton
                type="link"
                size="small"
                may={row.can.repair}
                onClick={() => setOpen({ repair: row })}
              >
                {t('deed.repair')}
              </ReasonButton>
              <ReasonButton type="link" size="small" may onClick={() => setOpen({ look: row })}>
                {t('deed.look')}
              </ReasonButton>
            </span>
          ),
        }}
      />
      <AlarmDialogs open={open} onAcked={selection.clear} onClose={close} />
    </>
  )
}

interface DialogsProps {
  readonly open: Open | null
  readonly onAcked: () => void
  readonly onClose: () => void
}

function AlarmDialogs({ open, onAcked, onClose }: DialogsProps) {
  return <Overlay onClose={onClose}>{open !== null && dialogOf(open, onAcked, onClose)}</Overlay>
}

function dialogOf(open: Open, onAcked: () => void, onClose: () => void): ReactNode {
  if ('shelf' in open) return <ShelfDialog alarm={open.shelf} onClose={onClose} />
  if ('look' in open) return <AlarmDrawer alarm={open.look} onClose={onClose} />
  if ('repair' in open) return <AlarmRepairForm alarm={open.repair} onClose={onClose} />
  const onDone = () => {
    onAcked()
    onClose()
  }
  return <AckDialog alarms={open.ack} onDone={onDone} onClose={onClose} />
}

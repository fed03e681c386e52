import {
  criticalities,
  machineClasses,
  machineSources,
  shownStates,
} from '@cloud-factory/domain/machines/equipment-enums'
import type { MachineExportColumn, MachineRow } from '@cloud-factory/contract/machines/machines'
import { useState, useMemo } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { download, type Sent } from '../../shared/api.ts'
import { useInstant, useToday } from '../../shared/format/dates.ts'
import type { ListState } from '../../shared/list/list-state.rules.ts'
import { useSettings } from '../../shared/settings.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { DownloadOutlined, PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { useNames } from '../../shared/i18n/use-names.ts'
import { ImportButton } from '../../shared/import/import-button.tsx'
import { DataTable } from '../../shared/list/data-table.tsx'
import { choices, SelectFilter, SelectFilters } from '../../shared/list/select-filter.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { type List, useListState } from '../../shared/list/use-list-state.ts'
import { LiveNote } from '../../shared/live/use-live.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useStateName } from '../../shared/machine-states/machine-state.tsx'
import { machineColumns } from './machines.columns.tsx'
import { workshopsQuery } from '../planning/plan.queries.ts'
import { machinesQuery, useEquipmentChanged } from './machines.queries.ts'

const forms = () => import('./machine-form.tsx')
const MachineForm = lazyDialog(async () => (await forms()).MachineForm)
const MachineDialog = lazyDialog(async () => (await forms()).MachineDialog)

type Body = Sent<'POST /api/exports/machines'>['body']

interface Props {
  /** Columns of the list as they are shown. */
  readonly shown: readonly { readonly key: string; readonly title: string }[]
  readonly state: ListState
  readonly onClose: () => void
}

/** All matching machines as a file: columns, order and texts as on screen. */
export function ExportMachines({ shown, state, onClose }: Props) {
  const { t } = useTranslation('machines')
  const language = useSettings((settings) => settings.language)
  const day = useToday()
  const columns = shown.flatMap(({ key, title }) => {
    // The current state of a machine is outdated before the file is opened.
    if (key === 'now') return []
    const unit = key === 'standardRate' ? [{ key: 'rateUnit', title: t('field.rateUnit') }] : []
    return [{ key, title }, ...unit]
  })
  const body: Body = {
    name: t('fileName', { day }),
    language,
    columns: columns as { key: MachineExportColumn; title: string }[],
    words: Object.fromEntries([
      ...machineClasses.map((word) => [`class.${word}`, t(`class.${word}`)]),
      ...machineSources.map((word) => [`source.${word}`, t(`source.${word}`)]),
      ...criticalities.map((word) => [`criticality.${word}`, word]),
    ]),
    ...(state.sort === '' ? {} : { sort: state.sort as NonNullable<Body['sort']> }),
    filter: { ...(state.q === '' ? {} : { q: state.q }), ...state.filters },
  }
  return (
    <DownloadDialog
      title={t('exporting')}
      fetch={(options) => download('POST /api/exports/machines', { body, ...options })}
      onClose={onClose}
    />
  )
}

const filterNames = ['class', 'state', 'workshopId', 'source', 'criticality', 'profileId', 'retired'] as const

type Open =
  | { readonly edit: MachineRow | null }
  | { readonly retire: MachineRow }
  | { readonly columns: readonly { readonly key: string; readonly title: string }[] }

/** The register of all machines with their data and locations. */
export function MachinesPage() {
  const { t } = useTranslation('machines')
  const navigate = useNavigate()
  const instant = useInstant()
  const nameOf = useNames()
  const list = useListState('GET /api/machines', filterNames)
  const query = useListQuery(list, machinesQuery)
  const columns = useMemo(() => machineColumns({ t, instant, nameOf }), [t, instant, nameOf])
  const [open, setOpen] = useState<Open | null>(null)
  return (
    <div className="page is-filling">
      <PageHeader title={t('shell:route.equipmentList')}>
        <LiveNote />
        <Link className="header-link" to="/equipment/profiles">
          {t('shell:route.machineProfiles')}
        </Link>
        <ImportButton
          path="machines"
          permission="equipment.edit"
          title={t('list')}
          label={(field) => t(`field.${field}`, { defaultValue: field })}
          onChanged={useEquipmentChanged()}
        />
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          allowed={query.data?.can.add}
          onClick={() => setOpen({ edit: null })}
        >
          {t('add')}
        </ReasonButton>
      </PageHeader>
      <DataTable<MachineRow>
        name="machines"
        views="machines"
        label={t('list')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('common:codeOrName')}
        onOpen={({ id }) => void navigate(`/equipment/detail/${id}`)}
        empty={<p>{t('empty')}</p>}
        filters={<MachineFilters list={list} />}
        actions={(shown) => (
          <Button icon={<DownloadOutlined />} onClick={() => setOpen({ columns: shown })}>
            {t('export')}
          </Button>
        )}
        rowActions={{ width: 160, render: (row) => <MachineActions row={row} onOpen={setOpen} /> }}
      />
      <MachineDialogs open={open} list={list} onClose={() => setOpen(null)} />
    </div>
  )
}

interface ActionsProps {
  readonly row: MachineRow
  readonly onOpen: (open: Open) => void
}

function MachineActions({ row, onOpen }: ActionsProps) {
  const { t } = useTranslation('machines')
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onOpen({ edit: row })}>
        {t('action.edit')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={row.active}
        allowed={row.active ? row.can.retire : row.can.restore}
        onClick={() => onOpen({ retire: row })}
      >
        {t(row.active ? 'action.retire' : 'action.restore')}
      </ReasonButton>
    </span>
  )
}

interface DialogsProps {
  readonly open: Open | null
  readonly list: List
  readonly onClose: () => void
}

function MachineDialogs({ open, list, onClose }: DialogsProps) {
  return (
    <>
      {open !== null && 'edit' in open && <MachineForm row={open.edit} onClose={onClose} />}
      {open !== null && 'retire' in open && <MachineDialog machine={open.retire} onClose={onClose} />}
      {open !== null && 'columns' in open && (
        <ExportMachines shown={open.columns} state={list.state} onClose={onClose} />
      )}
    </>
  )
}

function MachineFilters({ list }: { readonly list: List }) {
  const { t } = useTranslation('machines')
  const stateName = useStateName()
  const { data: workshops } = useQuery(workshopsQuery)
  return (
    <>
      <SelectFilters
        list={list}
        filters={{
          class: [t('field.class'), choices(machineClasses, (value) => t(`class.${value}`))],
          state: [t('field.now'), choices(shownStates, (value) => stateName(value))],
        }}
      />
      <SelectFilter
        list={list}
        name="workshopId"
        label={t('field.workshopId')}
        options={(workshops?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      />
      <SelectFilters
        list={list}
        filters={{
          source: [t('field.source'), choices(machineSources, (value) => t(`source.${value}`))],
          criticality: [t('field.criticality'), choices(criticalities, (value) => t(`criticality.${value}`))],
        }}
      />
      <SelectFilter
        list={list}
        name="retired"
        label={t('use')}
        options={[{ value: 'true', label: t('retiredOnly') }]}
      />
    </>
  )
}

import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { ScreenRow } from '@cloud-factory/contract/displays/screens'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { Ago } from '../../shared/ui/ago.tsx'
import { api, download } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent, count } from '../../shared/format/numbers.ts'
import { useNames } from '../../shared/i18n/use-names.ts'
import type { Column } from '../../shared/list/column.ts'
import { DataTable } from '../../shared/list/data-table.tsx'
import { useListQuery } from '../../shared/list/use-list-query.ts'
import { useListState } from '../../shared/list/use-list-state.ts'
import { DownloadDialog } from '../../shared/ui/download-dialog.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ScreenForm } from './screen-form.tsx'
import { screensQuery, useScreensChanged } from './screens.queries.ts'
import { Button } from 'antd'
import { PageParts } from '../../shared/ui/part-tabs.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { DevicesTable } from './devices-table.tsx'
import { GroupsPart } from './groups-part.tsx'
import './screens.css'

const filterNames = [] as const
type Open =
  | { readonly what: 'form' | 'import' }
  | { readonly what: 'export' | 'delete'; readonly row: ScreenRow }

/** All screens: contents, unpublished changes, number of TVs. */
function ScreensTable() {
  const { t } = useTranslation('displays')
  const navigate = useNavigate()
  const names = useNames()
  const list = useListState('GET /api/screens', filterNames)
  const query = useListQuery(list, screensQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const edit = ({ id }: { readonly id: string }) => void navigate(`/set/screen/${id}`)
  const columns = useMemo(() => screenColumns(t, names), [t, names])
  return (
    <>
      <DataTable<ScreenRow>
        name="screens"
        label={t('part.screens')}
        list={list}
        query={query}
        columns={columns}
        searchHint={t('search')}
        empty={<p>{t('none')}</p>}
        onOpen={edit}
        actions={
          <>
            <ReasonButton
              icon={<ImportOutlined />}
              allowed={query.data?.can.add}
              onClick={() => setOpen({ what: 'import' })}
            >
              {t('import')}
            </ReasonButton>
            <ReasonButton
              type="primary"
              icon={<PlusOutlined />}
              allowed={query.data?.can.add}
              onClick={() => setOpen({ what: 'form' })}
            >
              {t('add')}
            </ReasonButton>
          </>
        }
        rowActions={{
          width: 220,
          render: (row) => (
            <ScreenActions row={row} onEdit={edit} onOpen={(what) => setOpen({ what, row })} />
          ),
        }}
      />
      {open?.what === 'form' && <ScreenForm screen={null} onSaved={edit} onClose={close} />}
      {open?.what === 'import' && <ImportDialog onDone={edit} onClose={close} />}
      {open?.what === 'export' && <ExportScreen row={open.row} onClose={close} />}
      {open?.what === 'delete' && <DeleteScreen row={open.row} onClose={close} />}
    </>
  )
}

interface ActionsProps {
  readonly row: ScreenRow
  readonly onEdit: (row: ScreenRow) => void
  readonly onOpen: (what: 'export' | 'delete') => void
}

function ScreenActions({ row, onEdit, onOpen }: ActionsProps) {
  const { t } = useTranslation('displays')
  return (
    <span className="row-actions">
      <ReasonButton type="link" size="small" allowed onClick={() => onEdit(row)}>
        {t(row.can.save === true ? 'edit' : 'look')}
      </ReasonButton>
      <ReasonButton type="link" size="small" allowed onClick={() => onOpen('export')}>
        {t('export')}
      </ReasonButton>
      <ReasonButton
        type="link"
        size="small"
        danger={row.can.delete === true}
        allowed={row.can.delete}
        onClick={() => onOpen('delete')}
      >
        {t('action.delete')}
      </ReasonButton>
    </span>
  )
}

interface DialogProps {
  readonly row: ScreenRow
  readonly onClose: () => void
}

function ExportScreen({ row: { id, names: named }, onClose }: DialogProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  return (
    <DownloadDialog
      title={t('exportTitle', { name: names(named) })}
      fetch={(options) => download('GET /api/screens/:id/export', { params: { id }, ...options })}
      onClose={onClose}
    />
  )
}

function DeleteScreen({ row, onClose }: DialogProps) {
  const { t } = useTranslation('displays')
  const names = useNames()
  const changed = useScreensChanged()
  const act = () =>
    api('DELETE /api/screens/:id', {
      params: { id: row.id },
      query: { version: String(row.version) },
    }).finally(() => void changed())
  return (
    <ActionDialog
      title={t('deleteTitle')}
      action={t('action.delete')}
      danger
      act={act}
      onDone={onClose}
      onClose={onClose}
    >
      {t('deleteText', { name: names(row.names) })}
    </ActionDialog>
  )
}

const screenColumns = (
  t: TFunction<'displays'>,
  names: ReturnType<typeof useNames>,
): readonly Column<ScreenRow>[] => [
  { key: 'name', title: t('field.name'), width: 190, pinned: true, render: (row) => names(row.names) },
  { key: 'place', title: t('field.place'), width: 100, spare: true, render: ({ place }) => place || absent },
  {
    key: 'source',
    title: t('field.source'),
    width: 106,
    render: ({ source }) => (
      <StatusTag tone={source === 'live' ? 'good' : 'active'} text={t(`source.${source}`)} />
    ),
  },
  {
    key: 'state',
    title: t('field.state'),
    width: 150,
    render: ({ settled, shown }) =>
      shown === null ? (
        <StatusTag tone="neutral" text={t('state.never')} />
      ) : (
        <StatusTag tone={settled ? 'good' : 'warn'} text={t(settled ? 'state.settled' : 'state.differs')} />
      ),
  },
  { key: 'canvas', title: t('field.canvas'), width: 110, render: ({ canvas }) => t(`canvas.${canvas}`) },
  { key: 'pages', title: t('field.pages'), width: 90, align: 'right', render: ({ pages }) => count(pages) },
  {
    key: 'devices',
    title: t('field.devices'),
    width: 116,
    align: 'right',
    render: ({ devices, online }) => (devices === 0 ? absent : `${online} / ${devices}`),
  },
  {
    key: 'updatedAt',
    title: t('field.updatedAt'),
    width: 255,
    spare: true,
    render: ({ updatedAt, updatedBy }) => (
      <>
        <Ago at={updatedAt} /> {updatedBy}
      </>
    ),
  },
]

const parts = {
  screens: <ScreensTable />,
  devices: <DevicesTable />,
  groups: <GroupsPart />,
}

/** /set/show: screens, and the TVs that show them. */
export function ShowPage() {
  const { t } = useTranslation('displays')
  return (
    <div className="page is-filling">
      <PageHeader title={t('title')} note={t('note')}>
        <Button href="/realData" target="_blank" rel="noreferrer">
          {t('openLive')}
        </Button>
        <Button href="/virtualData" target="_blank" rel="noreferrer" title={t('leadSimulation')}>
          {t('openSimulated')}
        </Button>
      </PageHeader>
      <PageParts label={t('title')} titleOf={(part) => t(`part.${part}`)} parts={parts} />
    </div>
  )
}

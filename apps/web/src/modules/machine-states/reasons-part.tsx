import { PlusOutlined } from '@ant-design/icons'
import type { StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { useState } from 'react'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { EditDelete } from '../../shared/list/record-list.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { reasonsQuery, useStatesChanged } from './states.queries.ts'
import './states.css'
import type { NewReason } from './reason-form.tsx'

const ReasonForm = lazyDialog(async () => (await import('./reason-form.tsx')).ReasonForm)

type Open = { readonly edit: StopReasonRow | NewReason } | { readonly remove: StopReasonRow }

/** The tree of reasons: groups and their entries, in display order. */
export function ReasonsPart() {
  const { t } = useTranslation('stop-reasons')
  const query = useQuery(reasonsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const rows = query.data?.items ?? []
  return (
    <div className="reasons">
      <div className="prompts-bar">
        <p className="page-note">{t('reasonsNote')}</p>
        <Allowed permission="equipment.edit">
          <Button
            primary
            icon={<PlusOutlined />}
            onClick={() => setOpen({ edit: { parentId: null, position: rows.length } })}
          >
            {t('addGroup')}
          </Button>
        </Allowed>
      </div>
      <QueryState query={query} />
      {query.data !== undefined && rows.length === 0 && <p className="list-empty">{t('noReasons')}</p>}
      {rows.length > 0 && <ReasonTable rows={rows} onOpen={setOpen} />}
      {open !== null && 'edit' in open && (
        <ReasonForm
          reason={open.edit}
          groups={rows.filter(({ parentId }) => parentId === null)}
          onClose={close}
        />
      )}
      {open !== null && 'remove' in open && <RemoveReason reason={open.remove} onClose={close} />}
    </div>
  )
}

interface TableProps {
  readonly rows: readonly StopReasonRow[]
  readonly onOpen: (open: Open) => void
}

function ReasonTable({ rows, onOpen }: TableProps) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  return (
    <RowTable<StopReasonRow>
      label={t('part.reasons')}
      columns={reasonColumns(t, nameOf)}
      rows={rows}
      rowClass={({ parentId }) => (parentId === null ? 'is-group' : '')}
      rowActions={{ width: 190, render: (row) => <ReasonActions row={row} onOpen={onOpen} /> }}
    />
  )
}

const reasonColumns = (
  t: TFunction<'stop-reasons'>,
  nameOf: ReturnType<typeof useNames>,
): readonly Column<StopReasonRow>[] => [
  {
    key: 'name',
    title: t('field.name'),
    width: 200,
    render: ({ names, parentId }) => (
      <span className={parentId === null ? 'reason-group' : 'reason-name'}>{nameOf(names)}</span>
    ),
  },
  { key: 'code', title: t('field.code'), width: 130, render: ({ code }) => code },
  {
    key: 'kind',
    title: t('field.kind'),
    width: 110,
    card: 'state',
    render: ({ kind }) => (
      <StatusTag tone={kind === 'planned' ? 'active' : 'neutral'} text={t(`kind.${kind}`)} />
    ),
  },
  {
    key: 'position',
    title: t('field.position'),
    width: 80,
    align: 'right',
    render: ({ position }) => position,
  },
  {
    key: 'codes',
    title: t('field.codes'),
    width: 120,
    render: ({ codes }) => codes.map(({ code }) => code).join(', '),
  },
  {
    key: 'active',
    title: t('field.active'),
    width: 80,
    render: ({ active }) => (active ? t('yes') : <StatusTag tone="warn" text={t('no')} />),
  },
]

interface RowProps {
  readonly row: StopReasonRow
  readonly onOpen: (open: Open) => void
}

function ReasonActions({ row, onOpen }: RowProps) {
  const { t } = useTranslation('stop-reasons')
  return (
    <EditDelete
      can={row.can}
      words={{ edit: t('action.edit'), delete: t('action.delete') }}
      onEdit={() => onOpen({ edit: row })}
      onDelete={() => onOpen({ remove: row })}
    >
      {row.parentId === null && row.can.edit === true && (
        <button
          type="button"
          className="row-button"
          onClick={() => onOpen({ edit: { parentId: row.id, position: row.position } })}
        >
          {t('addReason')}
        </button>
      )}
    </EditDelete>
  )
}

interface RemoveProps {
  readonly reason: StopReasonRow
  readonly onClose: () => void
}

function RemoveReason({ reason, onClose }: RemoveProps) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  const changed = useStatesChanged()
  return (
    <ActionDialog
      title={t('removeTitle', { name: nameOf(reason.names) })}
      action={t('action.delete')}
      danger
      act={() =>
        api('DELETE /api/stop-reasons/:id', {
          params: { id: reason.id },
          query: { version: String(reason.version) },
        }).finally(() => void changed())
      }
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeText')}
    </ActionDialog>
  )
}

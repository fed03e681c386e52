import { PlusOutlined } from '@ant-design/icons'
import type { StopReasonRow } from '@cloud-factory/contract/machine-states/machine-states'
import { useQuery } from '@tanstack/react-query'
import { Button, Empty } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useNames } from '../../shared/i18n/use-names.ts'
import { Allowed } from '../../shared/ui/allowed.tsx'
import { EditDelete } from '../../shared/list/record-list.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { reasonsQuery, useStatesChanged } from './states.queries.ts'
import './states.css'
import { type NewReason, ReasonForm } from './reason-form.tsx'

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
            type="primary"
            icon={<PlusOutlined />}
            onClick={() => setOpen({ edit: { parentId: null, position: rows.length } })}
          >
            {t('addGroup')}
          </Button>
        </Allowed>
      </div>
      <QueryState query={query} />
      {query.data !== undefined && rows.length === 0 && <Empty description={t('noReasons')} />}
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
  return (
    <ScrollRegion label={t('part.reasons')} width={880}>
      <table className="stop-table reason-table" aria-label={t('part.reasons')}>
        <thead>
          <tr>
            <th scope="col">{t('field.name')}</th>
            <th scope="col">{t('field.code')}</th>
            <th scope="col">{t('field.kind')}</th>
            <th scope="col" className="is-number">
              {t('field.position')}
            </th>
            <th scope="col">{t('field.codes')}</th>
            <th scope="col">{t('field.active')}</th>
            <th scope="col">{t('common:field.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ReasonRow key={row.id} row={row} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

interface RowProps {
  readonly row: StopReasonRow
  readonly onOpen: (open: Open) => void
}

function ReasonRow({ row, onOpen }: RowProps) {
  const { t } = useTranslation('stop-reasons')
  const nameOf = useNames()
  return (
    <tr className={row.parentId === null ? 'is-group' : ''}>
      <th scope="row">{nameOf(row.names)}</th>
      <td>{row.code}</td>
      <td>
        <StatusTag tone={row.kind === 'planned' ? 'active' : 'neutral'} text={t(`kind.${row.kind}`)} />
      </td>
      <td className="is-number">{row.position}</td>
      <td className="reason-code-words">{row.codes.map(({ code }) => code).join(', ')}</td>
      <td>{row.active ? t('yes') : <StatusTag tone="warn" text={t('no')} />}</td>
      <td>
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
      </td>
    </tr>
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

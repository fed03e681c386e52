import { PlusOutlined } from '@ant-design/icons'
import type { DefectRow } from '@cloud-factory/contract/ncr/defects'
import { defects } from '@cloud-factory/domain/ncr/defect-resource'
import { useQuery } from '@tanstack/react-query'
import { Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import type { RecordFormProps } from '../../shared/list/record-list.tsx'
import { ResourceForm } from '../../shared/resource/resource-form.tsx'
import { useSettings } from '../../shared/settings.ts'
import { Overlay } from '../../shared/ui/overlay.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { defectsQuery, useNcrsChanged } from './ncr.queries.ts'
import './ncr.css'

type Open = { readonly edit: DefectRow | null } | { readonly remove: DefectRow }

/** The tree of defects: groups, and what each is called in three languages. */
export function DefectsPage() {
  const { t } = useTranslation('ncr')
  const { data, error, refetch } = useQuery(defectsQuery)
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const rows = data?.items ?? []
  return (
    <div className="page">
      <PageHeader title={t('shell:route.defectList')}>
        <Link className="header-link" to="/quality/ncrs">
          {t('toList')}
        </Link>
        <ReasonButton
          type="primary"
          icon={<PlusOutlined />}
          allowed={data?.can.add}
          onClick={() => setOpen({ edit: null })}
        >
          {t('defects.add')}
        </ReasonButton>
      </PageHeader>
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton active />}
      {rows
        .filter(({ parentId }) => parentId === null)
        .map((group) => (
          <section key={group.id} className="fact-card" aria-label={group.code}>
            <DefectLine row={group} isGroup onOpen={setOpen} />
            <ul className="defect-list">
              {rows
                .filter(({ parentId }) => parentId === group.id)
                .map((row) => (
                  <li key={row.id}>
                    <DefectLine row={row} onOpen={setOpen} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      <Overlay onClose={close}>
        {open !== null && 'edit' in open && <DefectForm row={open.edit} rows={rows} onClose={close} />}
        {open !== null && 'remove' in open && <RemoveDefect defect={open.remove} onClose={close} />}
      </Overlay>
    </div>
  )
}

interface FormProps extends RecordFormProps<DefectRow> {
  readonly rows: readonly DefectRow[]
}

/** A defect or a group. */
function DefectForm({ row, rows, onClose }: FormProps) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const groups = rows
    .filter(({ id, parentId }) => parentId === null && id !== row?.id)
    .map(({ id, code, names }) => ({ value: id, label: `${code} ${names[language]}` }))
  return (
    <ResourceForm
      resource={defects}
      row={row}
      onClose={onClose}
      inputs={{ parentId: <Select allowClear showSearch={{ optionFilterProp: 'label' }} options={groups} /> }}
      notes={{ parentId: t('hint.group') }}
      show={(field, value) =>
        field === 'parentId' ? groups.find((group) => group.value === value)?.label : undefined
      }
    />
  )
}

interface RemoveProps {
  readonly defect: DefectRow
  readonly onClose: () => void
}

function RemoveDefect({ defect: { id, version, code }, onClose }: RemoveProps) {
  const { t } = useTranslation('ncr')
  const changed = useNcrsChanged()
  return (
    <ActionDialog
      title={t('removeDefect', { code })}
      action={t('common:action.delete')}
      danger
      act={async () => {
        await api('DELETE /api/defects/:id', { params: { id }, query: { version } })
        void changed()
      }}
      onDone={onClose}
      onClose={onClose}
    >
      {t('removeDefectText')}
    </ActionDialog>
  )
}

interface LineProps {
  readonly row: DefectRow
  readonly isGroup?: boolean
  readonly onOpen: (open: Open) => void
}

function DefectLine({ row, isGroup = false, onOpen }: LineProps) {
  const { t } = useTranslation('ncr')
  const language = useSettings((settings) => settings.language)
  const words = (
    <>
      <span className="defect-code">{row.code}</span> {row.names[language]}{' '}
      {!row.active && `(${t('inactive')})`}
    </>
  )
  return (
    <div className="defect-line">
      {isGroup ? <h2>{words}</h2> : <span>{words}</span>}
      <span>
        <ReasonButton type="link" size="small" allowed={row.can.edit} onClick={() => onOpen({ edit: row })}>
          {t('action.edit')}
        </ReasonButton>
        <ReasonButton
          type="link"
          size="small"
          danger
          allowed={row.can.delete}
          onClick={() => onOpen({ remove: row })}
        >
          {t('common:action.delete')}
        </ReasonButton>
      </span>
    </div>
  )
}

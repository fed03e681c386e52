import { PlusOutlined } from '@ant-design/icons'
import type { DefectRow } from '@cloud-factory/contract/ncr/defects'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { useSettings } from '../../shared/settings.ts'
import { lazyDialog } from '../../shared/ui/lazy-dialog.tsx'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { QueryState } from '../../shared/ui/problem-alert.tsx'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { defectsQuery } from './ncr.queries.ts'
import './ncr.css'

const dialogs = () => import('./defect-dialogs.tsx')
const DefectForm = lazyDialog(async () => (await dialogs()).DefectForm)
const RemoveDefect = lazyDialog(async () => (await dialogs()).RemoveDefect)

type Open = { readonly edit: DefectRow | null } | { readonly remove: DefectRow }

/** The tree of defects: groups, and what each is called in three languages. */
export function DefectsPage() {
  const { t } = useTranslation('ncr')
  const query = useQuery(defectsQuery)
  const { data } = query
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
      <QueryState query={query} />
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
      {open !== null && 'edit' in open && <DefectForm row={open.edit} rows={rows} onClose={close} />}
      {open !== null && 'remove' in open && <RemoveDefect defect={open.remove} onClose={close} />}
    </div>
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

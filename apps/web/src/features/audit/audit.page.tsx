import './audit.css'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { AuditLog } from './audit-log.tsx'
import { ChainCheck } from './chain-check.tsx'
import { ClientErrors } from './client-errors.tsx'

/** /authority/audit: who did what, and what went wrong in people's browsers. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'errors' ? 'errors' : 'log'
  return (
    <div className="page is-filling">
      <PageHeader title={t('title')} note={t(view === 'log' ? 'note' : 'errors.note')}>
        <Segmented<'log' | 'errors'>
          aria-label={t('view')}
          value={view}
          options={[
            { value: 'log', label: t('log') },
            { value: 'errors', label: t('errors.title') },
          ]}
          onChange={(to) => setParams(to === 'errors' ? { view: 'errors' } : {}, { replace: true })}
        />
        {view === 'log' && <ChainCheck />}
      </PageHeader>
      {view === 'log' ? <AuditLog /> : <ClientErrors />}
    </div>
  )
}

import './audit.css'
import { Segmented, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { AuditLog } from './audit-log.tsx'
import { ClientErrors } from './client-errors.tsx'
import { SafetyOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../shared/api.ts'
import { ask } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

/** /authority/audit: the audit log, and errors in people's browsers. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'errors' ? 'errors' : 'log'
  return (
    <div className="page is-filling">
      <PageHeader title={t('common:route.authorityAudit')} note={t(view === 'log' ? 'note' : 'errors.note')}>
        <Segmented<'log' | 'errors'>
          aria-label={t('common:part.label')}
          value={view}
          options={[
            { value: 'log', label: t('common:route.authorityAudit') },
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

/** Makes the server verify that no row of the log was changed, removed or inserted. */
function ChainCheck() {
  const { t } = useTranslation('audit')
  const problemMessage = useProblemMessage()
  const check = useMutation({
    mutationFn: () => api('GET /api/audit/verify'),
    onSuccess: ({ rows, intact, firstBadId }) => {
      ask(intact ? 'success' : 'error', {
        title: t(intact ? 'chain.intact' : 'chain.broken'),
        content: t(intact ? 'chain.intactText' : 'chain.brokenText', { n: rows, id: firstBadId ?? '' }),
      })
    },
    onError: (error) => ask('error', { title: t('chain.failed'), content: problemMessage(error) }),
  })
  return (
    <Button icon={<SafetyOutlined />} loading={check.isPending} onClick={() => check.mutate()}>
      {t('chain.check')}
    </Button>
  )
}

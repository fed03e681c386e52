import { useQuery, useMutation } from '@tanstack/react-query'
import { Button } from '../../shared/ui/button.tsx'
import { Segmented } from '../../shared/ui/segmented.tsx'
import { SearchBox } from '../../shared/list/search-box.tsx'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Ago, LargeNumber } from '../../shared/ui/ago.tsx'
import { type Answer, api } from '../../shared/api.ts'
import { absent } from '../../shared/format/numbers.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import type { Column } from '../../shared/list/column.ts'
import { RowTable, usePages } from '../../shared/list/row-table.tsx'
import { clientErrorsQuery, AuditLog } from './audit-log.tsx'
import './audit.css'
import { useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { SafetyOutlined } from '@ant-design/icons'
import { ask } from '../../shared/ui/say.ts'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

type ClientError = Answer<'GET /api/client-errors'>['items'][number]

/** Errors that people's browsers reported, equal ones counted. */
function ClientErrors() {
  const { t } = useTranslation('audit')
  const { page, pageSize, toFirst, pages } = usePages(20)
  const [q, setQ] = useState('')
  const { data, error, refetch } = useQuery(clientErrorsQuery({ page, pageSize, ...(q === '' ? {} : { q }) }))
  const columns = useColumns()
  return (
    <div className="client-errors">
      <SearchBox
        q={q}
        hint={t('errors.search')}
        onSearch={(text) => {
          setQ(text)
          toFirst()
        }}
      />
      {error !== null && <ProblemAlert error={error} onRetry={() => void refetch()} />}
      <RowTable<ClientError>
        label={t('errors.title')}
        columns={columns}
        rows={data?.items}
        beneath={({ stack }) =>
          stack !== null && (
            <details>
              <summary>{t('detail')}</summary>
              <pre className="error-stack">{stack}</pre>
            </details>
          )
        }
        empty={t('errors.none')}
        pages={pages(data?.total)}
      />
    </div>
  )
}

function useColumns(): readonly Column<ClientError>[] {
  const { t } = useTranslation('audit')
  return [
    { key: 'message', title: t('errors.message'), width: 230, render: ({ message }) => message },
    {
      key: 'component',
      title: t('errors.component'),
      width: 130,
      render: ({ component }) => component ?? absent,
    },
    { key: 'url', title: t('common:field.page'), width: 180, render: ({ url }) => url },
    {
      key: 'version',
      title: t('common:field.versionNo'),
      width: 90,
      render: ({ appVersion }) => appVersion ?? absent,
    },
    {
      key: 'count',
      title: t('common:field.count'),
      width: 80,
      align: 'right',
      render: (row) => <LargeNumber value={row.count} />,
    },
    {
      key: 'firstAt',
      title: t('errors.firstAt'),
      width: 170,
      render: ({ firstAt }) => <Ago at={firstAt} />,
    },
    { key: 'lastAt', title: t('errors.lastAt'), width: 170, render: ({ lastAt }) => <Ago at={lastAt} /> },
  ]
}

/** /authority/audit: the audit log, and errors in people's browsers. */
export function AuditPage() {
  const { t } = useTranslation('audit')
  const [params, setParams] = useSearchParams()
  const view = params.get('view') === 'errors' ? 'errors' : 'log'
  return (
    <div className="page is-filling">
      <PageHeader title={t('common:route.authorityAudit')} note={t(view === 'log' ? 'note' : 'errors.note')}>
        <Segmented<'log' | 'errors'>
          label={t('common:part.label')}
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
    <Button icon={<SafetyOutlined />} busy={check.isPending} onClick={() => check.mutate()}>
      {t('chain.check')}
    </Button>
  )
}

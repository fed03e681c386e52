import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { traceQuery, traceSearchQuery } from './material.queries.ts'
import { TraceView } from './trace-view.tsx'
import './material.css'

/** Traces a heat to its pieces and a piece to its heats, by scanned or typed code. */
export function TracePage() {
  const { t } = useTranslation('material')
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const [heat, piece] = [search.get('heat'), search.get('piece')]
  const subject =
    heat !== null ? (['heat', heat] as const) : piece !== null ? (['piece', piece] as const) : null
  return (
    <div className="page material-trace">
      <PageHeader title={t('shell:route.materialTrace')} note={t('trace.note')}>
        {subject !== null && (
          <Button icon={<PrinterOutlined />} onClick={() => globalThis.print()}>
            {t('action.print')}
          </Button>
        )}
      </PageHeader>
      <TraceSearch key={q} q={q} onAsk={(text) => setSearch({ q: text })} />
      {subject === null && q !== '' && <Hits q={q} />}
      {subject === null && q === '' && <p className="soft">{t('trace.how')}</p>}
      {subject !== null && <Traced key={subject.join()} kind={subject[0]} id={subject[1]} />}
    </div>
  )
}

interface SearchProps {
  readonly q: string
  readonly onAsk: (text: string) => void
}

function TraceSearch({ q, onAsk }: SearchProps) {
  const { t } = useTranslation('material')
  const [text, setText] = useState(q)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== '') onAsk(text.trim())
  }
  return (
    <form className="trace-search" onSubmit={submit} role="search">
      <Input
        size="large"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={300}
        aria-label={t('trace.label')}
        placeholder={t('trace.label')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button size="large" type="primary" htmlType="submit">
        {t('trace.find')}
      </Button>
    </form>
  )
}

function Hits({ q }: { readonly q: string }) {
  const { t } = useTranslation('material')
  const { data, error, refetch } = useQuery(traceSearchQuery(q))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  if (data.items.length === 0) return <p role="status">{t('trace.none', { q })}</p>
  return (
    <ul className="trace-hits">
      {data.items.map((hit) => (
        <li key={`${hit.kind}-${hit.id}`}>
          <Link to={`/quality/trace?${hit.kind}=${hit.id}`}>
            <b>{hit.name}</b>
            <span>{t(`trace.${hit.kind}`)}</span>
            <small>
              {hit.of}
              {hit.certificate !== null && ` · ${t('trace.byCertificate', { no: hit.certificate })}`}
            </small>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Traced({ kind, id }: { readonly kind: 'heat' | 'piece'; readonly id: string }) {
  const { data, error, refetch } = useQuery(traceQuery(kind, id))
  if (error !== null) return <ProblemAlert error={error} onRetry={() => void refetch()} />
  return data === undefined ? <Skeleton active /> : <TraceView trace={data} />
}

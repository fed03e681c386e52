import type { HeatUse, MaterialTrace, TracedHeat } from '@cloud-factory/contract/material/material-trace'
import { useState, type FormEvent } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, kilograms } from '../../shared/format/numbers.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { ScrollRegion } from '../../shared/ui/scroll-region.tsx'
import { useQualityChanged } from '../quality-records/quality.queries.ts'
import { CertificateStatusTag, LotStatusTag } from './material-labels.tsx'
import { PrinterOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Input, Skeleton } from 'antd'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { traceQuery, traceSearchQuery } from './material.queries.ts'
import './material.css'

/** A trace: heats with their papers and receipts, then pieces with their packages and deliveries. */
export function TraceView({ trace }: { readonly trace: MaterialTrace }) {
  const { t } = useTranslation('material')
  const { subject, heats, uses, total } = trace
  return (
    <article className="trace" aria-label={subject.name}>
      <h2>{t(`trace.of.${subject.kind}`, { name: subject.name })}</h2>
      {heats.length === 0 && <p>{t('trace.noHeats')}</p>}
      {heats.map((heat) => (
        <HeatCard key={heat.id} heat={heat} />
      ))}
      {(uses.length > 0 || subject.kind === 'heat') && (
        <UsesTable uses={uses} total={total} ofHeat={subject.kind === 'heat'} />
      )}
    </article>
  )
}

function HeatCard({ heat }: { readonly heat: TracedHeat }) {
  const { t } = useTranslation('material')
  return (
    <section className="material-card">
      <h3>
        <Link to={`/quality/trace?heat=${heat.id}`}>{heat.no}</Link> · {heat.grade}
      </h3>
      <p className="soft">{[heat.supplier, heat.mill].filter((word) => word !== '').join(' · ')}</p>
      <div className="trace-columns">
        <div>
          <h4>{t('part.certificates')}</h4>
          {heat.certificates.length === 0 && <p>{absent}</p>}
          <ul>
            {heat.certificates.map(({ id, no, kind, status, issuedOn }) => (
              <li key={id}>
                <Link to={`/quality/mill-certificate/${id}`}>{no}</Link>{' '}
                {t(`kind.${kind === 'retest' ? 'retest' : 'en'}`, { kind })} · {issuedOn}{' '}
                <CertificateStatusTag status={status} />
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h4>{t('part.receipts')}</h4>
          <ul>
            {heat.lots.map(({ id, receipt, profile, kg, usedKg, status }) => (
              <li key={id}>
                <Link to={`/quality/receipt/${receipt.id}`}>{receipt.no}</Link> {receipt.receivedOn} ·{' '}
                {receipt.deliveryNote} · {profile} ·{' '}
                {t('usedOf', { used: kilograms(usedKg), kg: kilograms(kg) })} <LotStatusTag status={status} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}

interface UsesProps {
  readonly uses: readonly HeatUse[]
  readonly total: number
  /** All rows are of one heat: its column is omitted. */
  readonly ofHeat: boolean
}

function UsesTable({ uses, total, ofHeat }: UsesProps) {
  const { t } = useTranslation('material')
  const [open, setOpen] = useState<HeatUse | null>(null)
  const words = [
    'serial',
    'order',
    'part',
    'heat',
    'kg',
    'pieceStatus',
    'package',
    'delivery',
    'assigned',
  ] as const
  const shown = ofHeat ? words.filter((word) => word !== 'heat') : words
  return (
    <section className="material-card">
      <h3>{t('trace.pieces', { count: total })}</h3>
      {total > uses.length && <p role="status">{t('trace.more', { shown: uses.length })}</p>}
      {uses.length === 0 && <p>{t('trace.noPieces')}</p>}
      {uses.length > 0 && (
        <ScrollRegion label={t('trace.pieces', { count: total })} width={ofHeat ? 960 : 1040}>
          <table className="material-table">
            <thead>
              <tr>
                {shown.map((word) => (
                  <th key={word} scope="col" className={word === 'kg' ? 'is-number' : undefined}>
                    {t(`field.${word}`)}
                  </th>
                ))}
                <th scope="col" className="no-print">
                  {t('field.actions')}
                </th>
              </tr>
            </thead>
            <tbody>
              {uses.map((use) => (
                <UseLine key={use.id} use={use} ofHeat={ofHeat} onRemove={() => setOpen(use)} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {open !== null && <TakeOff use={open} onClose={() => setOpen(null)} />}
    </section>
  )
}

interface LineProps {
  readonly use: HeatUse
  readonly ofHeat: boolean
  readonly onRemove: () => void
}

function UseLine({ use, ofHeat, onRemove }: LineProps) {
  const { t } = useTranslation('material')
  const instant = useInstant()
  const { piece, order, delivery } = use
  return (
    <tr>
      <th scope="row">
        <Link to={`/quality/trace?piece=${piece.id}`}>{piece.serial}</Link>
      </th>
      <td>
        <Link to={`/order/detail/${order.id}`}>{order.no}</Link>
      </td>
      <td>{use.part === '' ? t('trace.whole') : use.part}</td>
      {!ofHeat && <td>{use.heatNo}</td>}
      <td className="is-number">{kilograms(use.kg)}</td>
      <td>{t(`piece.${piece.status}`)}</td>
      <td>
        {use.package === null ? (
          absent
        ) : (
          <Link to={`/order/package/${use.package.id}`}>{use.package.no}</Link>
        )}
      </td>
      <td>
        {delivery === null ? (
          absent
        ) : (
          <>
            <Link to={`/order/delivery/${delivery.id}`}>{delivery.no}</Link>
            <small>
              {delivery.consignee} · <span className="whole">{instant(delivery.sentAt, '{y}-{m}-{d}')}</span>
            </small>
          </>
        )}
      </td>
      <td>
        <span className="whole">{instant(use.assignedAt, '{y}-{m}-{d}')}</span>
        <small>{use.assignedBy}</small>
      </td>
      <td className="no-print">
        <ReasonButton type="link" size="small" allowed={use.can.remove} onClick={onRemove}>
          {t('action.takeOff')}
        </ReasonButton>
      </td>
    </tr>
  )
}

function TakeOff({ use, onClose }: { readonly use: HeatUse; readonly onClose: () => void }) {
  const { t } = useTranslation('material')
  const changed = useQualityChanged()
  return (
    <ActionDialog
      title={t('takeOffTitle', { piece: use.piece.serial, heat: use.heatNo })}
      action={t('action.takeOff')}
      danger
      act={() => api('DELETE /api/heat-uses/:id', { params: { id: use.id } }).finally(() => void changed())}
      onDone={onClose}
      onClose={onClose}
    >
      {t('takeOffText', { kg: kilograms(use.kg) })}
    </ActionDialog>
  )
}

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

import type { DeliveryPiece, ExceptionKind, DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { useQuery } from '@tanstack/react-query'
import { Input, Skeleton, Button, Form } from 'antd'
import { useState, useRef } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { gramsShown, count, exactTonnes } from '../../shared/format/numbers.ts'
import { deliveryPiecesQuery, deliveryQuery } from './shipping.queries.ts'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useCloseTab, useDirty, useTabTitle } from '../../shared/tabs/tab-hooks.ts'
import { say } from '../../shared/ui/say.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { pictureOf, SignaturePad } from './signature-pad.tsx'
import { Link, useParams } from 'react-router'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useReasonText } from '../../shared/ui/use-reason-text.ts'
import { DeliveryStatusTag } from './shipping-labels.tsx'
import '../../shared/ui/record.css'
import './shipping.css'

interface SiteException {
  readonly kind: ExceptionKind
  readonly note: string
}
type Exceptions = ReadonlyMap<string, SiteException>

interface Props {
  readonly deliveryId: string
  readonly exceptions: Exceptions
  readonly onChange: (exceptions: Exceptions) => void
}

const kinds: readonly ExceptionKind[] = ['missing', 'damaged']
/** Maximum number of lines shown; a search finds the others. */
const drawn = 60

/** Every piece counts as arrived unless it is marked; marked pieces come first. */
function ReceiptPieces({ deliveryId, exceptions, onChange }: Props) {
  const { t } = useTranslation('shipping')
  const [q, setQ] = useState('')
  const { data: pieces, error, refetch } = useQuery(deliveryPiecesQuery(deliveryId))
  if (error !== null && pieces === undefined)
    return <ProblemAlert error={error} onRetry={() => void refetch()} />
  if (pieces === undefined) return <Skeleton active />
  const found = pieces.filter(({ serial }) => serial.toLowerCase().includes(q.trim().toLowerCase()))
  const first = found.filter(({ id }) => exceptions.has(id))
  const rest = found.filter(({ id }) => !exceptions.has(id))
  const lines = [...first, ...rest].slice(0, Math.max(drawn, first.length))
  const change = (id: string, to: SiteException | null) => {
    const next = new Map(exceptions)
    if (to === null) next.delete(id)
    else next.set(id, to)
    onChange(next)
  }
  return (
    <section className="receipt-pieces" aria-label={t('receipt.pieces')}>
      <h2>{t('receipt.pieces')}</h2>
      <p className="page-note">{t('receipt.piecesNote')}</p>
      <Input
        allowClear
        aria-label={t('searchPieces')}
        placeholder={t('searchPieces')}
        value={q}
        onChange={({ target }) => setQ(target.value)}
      />
      <ul>
        {lines.map((piece) => (
          <Line
            key={piece.id}
            piece={piece}
            exception={exceptions.get(piece.id) ?? null}
            onChange={(to) => change(piece.id, to)}
          />
        ))}
      </ul>
      {lines.length < found.length && (
        <p className="page-note">{t('receipt.more', { count: found.length - lines.length })}</p>
      )}
    </section>
  )
}

interface LineProps {
  readonly piece: DeliveryPiece
  readonly exception: SiteException | null
  readonly onChange: (exception: SiteException | null) => void
}

function Line({ piece, exception, onChange }: LineProps) {
  const { t } = useTranslation('shipping')
  return (
    <li className={exception === null ? '' : 'is-marked'}>
      <span>
        <b>{piece.serial}</b>{' '}
        <small>
          {piece.profile} · {gramsShown(piece.netKg)} kg · {piece.packageNo}
        </small>
      </span>
      <span className="receipt-kinds">
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={exception?.kind === kind}
            aria-label={`${t(`exception.${kind}`)}: ${piece.serial}`}
            onClick={() => onChange(exception?.kind === kind ? null : { kind, note: exception?.note ?? '' })}
          >
            {t(`exception.${kind}`)}
          </button>
        ))}
      </span>
      {exception !== null && (
        <Input
          maxLength={300}
          aria-label={`${t('field.note')}: ${piece.serial}`}
          placeholder={t('receipt.what')}
          value={exception.note}
          onChange={({ target }) => onChange({ ...exception, note: target.value })}
        />
      )}
    </li>
  )
}

/**
 * One receipt. Its idempotency key stays the same, so a retry after a lost response does not store
 * it twice.
 */
function ReceiptForm({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const changed = useOrdersChanged()
  const closeTab = useCloseTab()
  const canvas = useRef<HTMLCanvasElement>(null)
  const receiptKey = useRequestKey()
  const [exceptions, setExceptions] = useState<Exceptions>(new Map())
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [signed, setSigned] = useState(false)
  const [tried, setTried] = useState(false)
  const { busy, error, submit } = useSubmit()
  useDirty(exceptions.size > 0 || name !== '' || note !== '' || signed)
  const send = () => {
    setTried(true)
    if (name.trim() === '' || !signed || canvas.current === null) return
    const input = { receiptKey, name, note, exceptions, signature: pictureOf(canvas.current) }
    void submit(async () => {
      await sendReceipt(delivery.id, input)
      say('success', t('receipt.done', { no: delivery.no }))
      await changed()
      void closeTab({ to: `/order/delivery/${delivery.id}`, force: true })
    })
  }
  const missingSign = tried && !signed
  return (
    <>
      <ReceiptPieces deliveryId={delivery.id} exceptions={exceptions} onChange={setExceptions} />
      <Form layout="vertical" className="receipt-form" onFinish={send}>
        <ReceiverField value={name} isMissing={tried && name.trim() === ''} onChange={setName} />
        <Form.Item label={t('field.receiptNote')} htmlFor="receiptNote">
          <Input.TextArea
            id="receiptNote"
            rows={2}
            maxLength={500}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </Form.Item>
        <Form.Item
          label={t('receipt.signature')}
          required
          {...(missingSign ? { validateStatus: 'error', help: t('receipt.signFirst') } : {})}
        >
          <SignaturePad canvas={canvas} name={name} signed={signed} onSigned={setSigned} />
        </Form.Item>
        {error !== null && <ProblemAlert error={error} />}
        <Button block type="primary" size="large" htmlType="submit" loading={busy}>
          {t('receipt.send')}
        </Button>
      </Form>
    </>
  )
}

interface ReceiptInput {
  readonly receiptKey: string
  readonly name: string
  readonly note: string
  readonly exceptions: Exceptions
  readonly signature: string
}

const sendReceipt = (id: string, { receiptKey, name, note, exceptions, signature }: ReceiptInput) =>
  api('POST /api/deliveries/:id/receive', {
    params: { id },
    body: {
      receiptKey,
      receivedBy: name.trim(),
      receiptNote: note.trim() || null,
      signature,
      exceptions: [...exceptions].map(([pieceId, one]) => ({ pieceId, ...one, note: one.note.trim() })),
    },
  })

interface ReceiverProps {
  readonly value: string
  readonly isMissing: boolean
  readonly onChange: (name: string) => void
}

function ReceiverField({ value, isMissing, onChange }: ReceiverProps) {
  const { t } = useTranslation('shipping')
  return (
    <Form.Item
      label={t('field.receivedBy')}
      htmlFor="receivedBy"
      required
      {...(isMissing ? { validateStatus: 'error', help: t('shell:form.required') } : {})}
    >
      <Input
        id="receivedBy"
        maxLength={60}
        autoComplete="name"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Form.Item>
  )
}

/** Receipt on site, designed for phones: exceptions, recipient and signature. */
export function ReceiptPage() {
  const { t } = useTranslation('shipping')
  const { id = '' } = useParams()
  const { data: delivery, error, refetch } = useQuery(deliveryQuery(id))
  useTabTitle(delivery === undefined ? undefined : t('receipt.tab', { no: delivery.no }))
  return (
    <div className="page receipt-page">
      {delivery !== undefined && <Receipt key={id} delivery={delivery} />}
      {delivery === undefined && error === null && <Skeleton active />}
      {delivery === undefined && error !== null && (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

function Receipt({ delivery }: { readonly delivery: DeliveryRow }) {
  const { t } = useTranslation('shipping')
  const reasonText = useReasonText()
  const { id, no, can } = delivery
  return (
    <>
      <PageHeader
        title={
          <>
            {no} <DeliveryStatusTag status={delivery.status} />
          </>
        }
        note={[delivery.truckPlate, delivery.consignee, delivery.address]
          .filter((word) => word !== '')
          .join(' · ')}
      />
      <p className="receipt-load">
        {t('receipt.load', {
          packages: count(delivery.packages),
          pieces: count(delivery.pieces),
          tonnes: exactTonnes(delivery.netKg),
        })}{' '}
        <Link to={`/order/delivery/${id}`}>{t('toDelivery')}</Link>
      </p>
      {can.receive === true ? (
        <ReceiptForm delivery={delivery} />
      ) : (
        <p role="status">{reasonText(can.receive)}</p>
      )}
    </>
  )
}

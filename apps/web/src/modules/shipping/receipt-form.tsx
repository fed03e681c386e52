import { Button, Form, Input } from 'antd'
import { type PointerEvent, type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useCloseTab, useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { type Exceptions, ReceiptPieces } from './receipt-pieces.tsx'

/** Pixels of the picture; shown as wide as there is room. */
const width = 720
const height = 280

interface Props {
  readonly canvas: RefObject<HTMLCanvasElement | null>
  /** Written instead of drawn, for whom drawing is not possible. */
  readonly name: string
  readonly signed: boolean
  readonly onSigned: (signed: boolean) => void
}

/** A field to sign in with finger, pen or mouse. Ink is dark on white in every theme: it is printed. */
function SignaturePad({ canvas, name, signed, onSigned }: Props) {
  const { t } = useTranslation('shipping')
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    last.current = placeOf(event)
    stroke(event.currentTarget, last.current, last.current)
    onSigned(true)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (last.current === null) return
    const to = placeOf(event)
    stroke(event.currentTarget, last.current, to)
    last.current = to
  }
  const end = () => {
    last.current = null
  }
  const clear = () => {
    canvas.current?.getContext('2d')?.clearRect(0, 0, width, height)
    onSigned(false)
  }
  const write = () => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    clear()
    context.font = 'italic 72px "Segoe Script", "Brush Script MT", KaiTi, STKaiti, serif'
    context.fillStyle = ink
    context.textBaseline = 'middle'
    context.fillText(name.trim(), 32, height / 2, width - 64)
    onSigned(true)
  }
  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        role="img"
        aria-label={t(signed ? 'receipt.signed' : 'receipt.sign')}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {!signed && <span className="signature-hint">{t('receipt.sign')}</span>}
      <div className="page-actions">
        <Button onClick={clear} disabled={!signed}>
          {t('receipt.clear')}
        </Button>
        <Button onClick={write} disabled={name.trim() === ''}>
          {t('receipt.write')}
        </Button>
      </div>
    </div>
  )
}

const ink = '#14213d'

function placeOf(event: PointerEvent<HTMLCanvasElement>) {
  const box = event.currentTarget.getBoundingClientRect()
  return {
    x: ((event.clientX - box.left) * width) / box.width,
    y: ((event.clientY - box.top) * height) / box.height,
  }
}

interface Place {
  readonly x: number
  readonly y: number
}

function stroke(canvas: HTMLCanvasElement, from: Place, to: Place): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  context.lineWidth = 5
  context.lineCap = 'round'
  context.strokeStyle = ink
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
}

/** The picture in base64, without the head of a data URL. */
const pictureOf = (canvas: HTMLCanvasElement): string =>
  canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '')

/**
 * One receipt. Its idempotency key stays the same, so a retry after a lost response does not store
 * it twice.
 */
export function ReceiptForm({ delivery }: { readonly delivery: DeliveryRow }) {
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

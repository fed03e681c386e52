import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import { Button, Form, Input } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { useSubmit } from '../../shared/form/use-submit.ts'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useCloseTab, useDirty } from '../../shared/tabs/tab-hooks.ts'
import { ProblemAlert } from '../../shared/ui/problem-alert.tsx'
import { say } from '../../shared/ui/say.ts'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { type Exceptions, ReceiptPieces } from './receipt-pieces.tsx'
import { pictureOf, SignaturePad } from './signature-pad.tsx'

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
